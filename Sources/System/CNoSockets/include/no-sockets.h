// SPDX-License-Identifier: Apache-2.0
// Nothing to call: no-sockets.c stands in for functions of the C library.
#pragma once
