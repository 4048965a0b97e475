# SPDX-License-Identifier: Apache-2.0
"""An anchor's integrations for Polaris: customers, bank accounts, forms and prices. Money outside the network is only simulated."""
from __future__ import annotations

import datetime
from decimal import Decimal

from django.apps import AppConfig

BANK_FIELDS = ("bank_account_number", "bank_number")
FEE = Decimal(1)


class Anchor(AppConfig):
    name = "integrations"

    def ready(self):
        from django import forms
        from django.core.exceptions import ObjectDoesNotExist
        from polaris import integrations
        from polaris.integrations.forms import TransactionForm
        from polaris.models import Transaction

        customers: dict[str, dict] = {}

        def who(token, params) -> str:
            return f"{token.muxed_account or token.account}:{params.get('memo') or ''}"

        class Form(TransactionForm):
            name = forms.CharField(max_length=40)

        def form(transaction, post_data):
            if post_data:
                return Form(transaction, post_data)
            return None if transaction.amount_in else Form(transaction, initial={"amount": transaction.amount_expected})

        def exchanged(transaction) -> None:
            """Sets the amount out after the fee, by the quote if there is one."""
            transaction.amount_fee = FEE
            if transaction.quote:
                transaction.fee_asset = transaction.quote.sell_asset
                transaction.amount_out = round((transaction.amount_in - FEE) / transaction.quote.price, 2)
            else:
                transaction.amount_out = transaction.amount_in - FEE

        def known(token, fields) -> dict | None:
            """The response that requests the missing customer data; None if nothing is missing."""
            missing = [name for name in fields if name not in customers.get(who(token, {}), {})]
            return {"type": "non_interactive_customer_info_needed", "fields": missing} if missing else None

        class Page:
            """The SEP-24 page shared by deposits and withdrawals."""

            def form_for_transaction(self, request, transaction, post_data=None, amount=None, *args, **kwargs):
                return form(transaction, post_data)

            def after_form_validation(self, request, form, transaction, *args, **kwargs):
                pass

        class Deposit(Page, integrations.DepositIntegration):
            def process_sep6_request(self, token, request, params, transaction, *args, **kwargs):
                asked = known(token, ("first_name", "last_name"))
                if asked:
                    return asked
                if transaction.amount_in is None:
                    transaction.amount_in = Decimal(100)
                exchanged(transaction)
                transaction.amount_expected = transaction.amount_in
                transaction.save()
                return {"how": "Pay to DE89 3704 0044 0532 0130 00", "extra_info": {"message": f"with the reference {transaction.id}"}}

        class Withdrawal(Page, integrations.WithdrawalIntegration):
            def process_sep6_request(self, token, request, params, transaction, *args, **kwargs):
                asked = known(token, ("first_name", "last_name", *BANK_FIELDS))
                if asked:
                    return asked
                if transaction.amount_in is not None:
                    exchanged(transaction)
                    transaction.amount_expected = transaction.amount_in
                transaction.save()
                return {"extra_info": {"message": "to the account that is known"}}

        class Rails(integrations.RailsIntegration):
            def poll_pending_deposits(self, pending_deposits, *args, **kwargs):
                ready = []
                for transaction in pending_deposits:
                    if transaction.amount_in is None:
                        continue
                    exchanged(transaction)
                    transaction.save()
                    ready.append(transaction)
                return ready

            def execute_outgoing_transaction(self, transaction, *args, **kwargs):
                exchanged(transaction)
                transaction.status = Transaction.STATUS.pending_external
                transaction.external_transaction_id = "bank-1"
                transaction.save()

            def poll_outgoing_transactions(self, transactions, *args, **kwargs):
                return list(transactions)

        class Customer(integrations.CustomerIntegration):
            def get(self, token, request, params, *args, **kwargs):
                has = customers.get(who(token, params), {})
                wanted = ["first_name", "last_name", *(BANK_FIELDS if params["type"] == "sep6-withdraw" else ())]
                described = {name: {"description": name.replace("_", " "), "type": "string"} for name in wanted}
                answer = {"status": "ACCEPTED" if all(name in has for name in wanted) else "NEEDS_INFO"}
                if has:
                    answer["id"] = "customer-1"
                missing = {name: field for name, field in described.items() if name not in has}
                provided = {name: {**field, "status": "ACCEPTED"} for name, field in described.items() if name in has}
                return answer | ({"fields": missing} if missing else {}) | ({"provided_fields": provided} if provided else {})

            def put(self, token, request, params, *args, **kwargs):
                customers.setdefault(who(token, params), {}).update(
                    {name: value for name, value in params.items() if value and name not in ("id", "account", "memo", "memo_type", "type")})
                return "customer-1"

            def delete(self, token, request, account, memo, memo_type, *args, **kwargs):
                if customers.pop(f"{account}:{memo or ''}", None) is None:
                    raise ObjectDoesNotExist("there is no such customer")

        class Quotes(integrations.QuoteIntegration):
            price = Decimal("1.25")

            def get_prices(self, token, request, sell_asset, sell_amount, buy_assets, *args, **kwargs):
                return [self.price for _ in buy_assets]

            def get_price(self, token, request, sell_asset, buy_asset, *args, **kwargs):
                return self.price

            def post_quote(self, token, request, quote, *args, **kwargs):
                quote.price = self.price
                quote.expires_at = quote.requested_expire_after or datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=5)
                return quote

        def sep6_info(request, asset, lang, exchange=False, *args, **kwargs):
            return {"fields": {"type": {"description": "how the money comes", "choices": ["bank_account"], "optional": True}},
                    "types": {"bank_account": {"fields": {}}}}

        integrations.register_integrations(
            deposit=Deposit(), withdrawal=Withdrawal(), rails=Rails(), customer=Customer(), quote=Quotes(), sep6_info=sep6_info)
