"""Stripe's SDK for Python against the test bank that BANK_URL names."""

import http.server
import os
import queue
import threading
import unittest
import urllib.error
import urllib.parse
import urllib.request

import stripe

stripe.api_base = os.environ["BANK_URL"]
stripe.api_key = os.environ["BANK_SECRET_KEY"]
stripe.api_version = "2024-06-20"
stripe.max_network_retries = 0
stripe.enable_telemetry = False
PUBLISHABLE = os.environ["BANK_PUBLISHABLE_KEY"]
DAY = 86_400


def card(number):
    return {"type": "card", "card": {"number": number, "exp_month": 12, "exp_year": 2040, "cvc": "123"}}


def customer_with(method="pm_card_visa", **more):
    customer = stripe.Customer.create(email="fan@demo.test", **more)
    attached = stripe.PaymentMethod.attach(method, customer=customer.id)
    stripe.Customer.modify(customer.id, invoice_settings={"default_payment_method": attached.id})
    return customer, attached


def price_of(amount, interval="month"):
    return stripe.Price.create(
        currency="usd", unit_amount=amount, recurring={"interval": interval}, product_data={"name": "Season pass"}
    )


def press(page, action):
    """Presses a button on one of the bank's pages; the way back is not followed."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    opener = urllib.request.build_opener(Stay, urllib.request.ProxyHandler({}))
    try:
        return opener.open(page, urllib.parse.urlencode({"action": action}).encode())
    except urllib.error.HTTPError as answer:
        return answer


class TestBank(unittest.TestCase):
    def test_customers_and_pages(self):
        made = [stripe.Customer.create(email="python@demo.test").id for _ in range(3)]
        listed = stripe.Customer.list(email="python@demo.test", limit=2)
        self.assertEqual([customer.id for customer in listed.auto_paging_iter()], made[::-1])
        self.assertTrue(stripe.Customer.delete(made[0]).deleted)
        self.assertTrue(stripe.Customer.retrieve(made[0]).deleted)
        with self.assertRaises(stripe.InvalidRequestError) as caught:
            stripe.Customer.modify(made[0], name="Bea")
        self.assertEqual((caught.exception.http_status, caught.exception.code), (404, "resource_missing"))

    def test_keys(self):
        with self.assertRaises(stripe.AuthenticationError):
            stripe.Customer.list(api_key="sk_test_somebody")
        with self.assertRaises(stripe.AuthenticationError):
            stripe.Customer.list(api_key=PUBLISHABLE)
        self.assertEqual(stripe.PaymentMethod.create(api_key=PUBLISHABLE, **card("378282246310005")).card.brand, "amex")

    def test_declines(self):
        """T45: a real card is refused as well."""
        with self.assertRaises(stripe.CardError) as caught:
            stripe.PaymentIntent.create(
                amount=999, currency="usd", confirm=True, payment_method="pm_card_chargeDeclinedInsufficientFunds"
            )
        error = caught.exception
        self.assertEqual((error.http_status, error.code), (402, "card_declined"))
        self.assertEqual(error.error.decline_code, "insufficient_funds")
        with self.assertRaises(stripe.CardError) as caught:
            stripe.PaymentMethod.create(**card("4111111111111111"))
        self.assertNotIn("4111", str(caught.exception.json_body))

    def test_three_d_secure(self):
        intent = stripe.PaymentIntent.create(
            amount=2500, currency="usd", payment_method="pm_card_threeDSecure2Required", confirm=True,
            return_url="http://127.0.0.1:9/back",
        )
        self.assertEqual(intent.status, "requires_action")
        answer = press(intent.next_action.redirect_to_url.url, "approve")
        self.assertEqual(answer.code, 303)
        self.assertIn("redirect_status=succeeded", answer.headers["location"])
        self.assertEqual(stripe.PaymentIntent.retrieve(intent.id).amount_received, 2500)

    def test_setup_intent(self):
        customer = stripe.Customer.create()
        intent = stripe.SetupIntent.create(customer=customer.id, payment_method="pm_card_visa", confirm=True)
        self.assertEqual(intent.status, "succeeded")
        self.assertEqual(len(stripe.Customer.list_payment_methods(customer.id).data), 1)

    def test_idempotency(self):
        """T13: nothing is captured twice."""
        paying = {"amount": 999, "currency": "usd", "payment_method": "pm_card_visa", "confirm": True}
        key = f"python-{os.getpid()}"
        first = stripe.PaymentIntent.create(**paying, idempotency_key=key)
        again = stripe.PaymentIntent.create(**paying, idempotency_key=key)
        self.assertEqual(first.id, again.id)
        self.assertEqual(again.last_response.headers["Idempotent-Replayed"], "true")
        with self.assertRaises(stripe.IdempotencyError):
            stripe.PaymentIntent.create(**(paying | {"amount": 998}), idempotency_key=key)

    def test_refund_and_dispute(self):
        intent = stripe.PaymentIntent.create(
            amount=999, currency="usd", payment_method="pm_card_createDispute", confirm=True, expand=["latest_charge"]
        )
        dispute = stripe.Dispute.list(charge=intent.latest_charge.id).data[0]
        self.assertEqual(stripe.Dispute.close(dispute.id).status, "lost")
        paid = stripe.PaymentIntent.create(amount=999, currency="usd", payment_method="pm_card_visa", confirm=True)
        self.assertEqual(stripe.Refund.create(payment_intent=paid.id).amount, 999)

    def test_trial_and_renewal(self):
        """PAY-08, PAY-17: by a clock of Stripe's kind."""
        clock = stripe.test_helpers.TestClock.create(frozen_time=1_800_000_000)
        customer, _ = customer_with(test_clock=clock.id)
        subscription = stripe.Subscription.create(
            customer=customer.id, items=[{"price": price_of(1500).id}], trial_period_days=7
        )
        self.assertEqual(subscription.status, "trialing")
        stripe.test_helpers.TestClock.advance(clock.id, frozen_time=1_800_000_000 + 45 * DAY)
        invoices = stripe.Invoice.list(subscription=subscription.id).data
        self.assertEqual([invoice.amount_paid for invoice in invoices], [1500, 1500, 0])
        self.assertEqual(stripe.Subscription.retrieve(subscription.id).status, "active")
        self.assertEqual(stripe.Subscription.cancel(subscription.id).status, "canceled")

    def test_preview(self):
        customer, _ = customer_with()
        preview = stripe.Invoice.create_preview(
            customer=customer.id, subscription_details={"items": [{"price": price_of(1200, "year").id}]}
        )
        self.assertEqual(preview.total, 1200)

    def test_portal(self):
        customer, _ = customer_with()
        session = stripe.billing_portal.Session.create(customer=customer.id, return_url="http://127.0.0.1:9/account")
        page = urllib.request.build_opener(urllib.request.ProxyHandler({})).open(session.url).read().decode()
        self.assertIn("4242", page)

    def test_webhook(self):
        """T12: webhooks are signed as the SDK expects."""
        got = queue.Queue()

        class Shop(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                self.send_response(200)
                self.end_headers()
                got.put((body, self.headers["stripe-signature"]))

            def log_message(self, *_):
                pass

        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Shop) as shop:
            threading.Thread(target=shop.serve_forever, daemon=True).start()
            url = f"http://127.0.0.1:{shop.server_port}/hook"
            endpoint = stripe.WebhookEndpoint.create(url=url, enabled_events=["customer.created"])
            customer = stripe.Customer.create()
            body, signature = got.get(timeout=60)
            stripe.WebhookEndpoint.delete(endpoint.id)
            shop.shutdown()
        event = stripe.Webhook.construct_event(body, signature, endpoint.secret)
        self.assertEqual((event.type, event.data.object.id), ("customer.created", customer.id))
        self.assertEqual(stripe.Event.retrieve(event.id).api_version, "2024-06-20")
        with self.assertRaises(stripe.SignatureVerificationError):
            stripe.Webhook.construct_event(body, signature, "whsec_other")


if __name__ == "__main__":
    unittest.main()
