// SPDX-License-Identifier: Apache-2.0
// Goes into the scanner of the signer's bundle. Debian's libzbar can announce what it reads on the message bus, which the scanner never asks it to, and the
// bus's library would bring sockets into the program. These stand in for that library: there is no bus.
#include <stddef.h>

void *dbus_bus_get(int type, void *error) { return NULL; }
int dbus_bus_request_name(void *connection, const char *name, unsigned flags, void *error) { return -1; }
int dbus_bus_release_name(void *connection, const char *name, void *error) { return -1; }
void dbus_connection_flush(void *connection) {}
unsigned dbus_connection_send(void *connection, void *message, unsigned *serial) { return 0; }
void dbus_error_free(void *error) {}
void dbus_error_init(void *error) {}
unsigned dbus_error_is_set(const void *error) { return 0; }
void *dbus_message_new_signal(const char *path, const char *interface, const char *name) { return NULL; }
void dbus_message_unref(void *message) {}
void dbus_message_iter_init_append(void *message, void *iterator) {}
unsigned dbus_message_iter_append_basic(void *iterator, int type, const void *value) { return 0; }
unsigned dbus_message_iter_append_fixed_array(void *iterator, int type, const void *value, int count) { return 0; }
unsigned dbus_message_iter_open_container(void *iterator, int type, const char *contents, void *inner) { return 0; }
unsigned dbus_message_iter_close_container(void *iterator, void *inner) { return 0; }
