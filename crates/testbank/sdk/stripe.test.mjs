// Stripe's SDK for Node against the test bank that BANK_URL names.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { test } from 'node:test'
import Stripe from 'stripe'

const url = new URL(process.env.BANK_URL)
const settings = {
  apiVersion: '2024-06-20',
  host: url.hostname,
  port: url.port,
  protocol: 'http',
  telemetry: false,
  maxNetworkRetries: 0,
}
const stripe = new Stripe(process.env.BANK_SECRET_KEY, settings)
const browser = new Stripe(process.env.BANK_PUBLISHABLE_KEY, settings)
const DAY = 86_400

const newCustomer = (more = {}) => stripe.customers.create({ email: 'fan@demo.test', ...more })

/** A customer with a card that renewals use. */
async function customerWithCard(card = 'pm_card_visa', more = {}) {
  const customer = await newCustomer(more)
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id })
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } })
  return { customer, method }
}

async function newPrice(amount = 999, interval = 'month') {
  const product = await stripe.products.create({ name: 'Season pass' })
  return stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: amount, recurring: { interval } })
}

/** Presses a button on one of the bank's pages. */
function press(page, action, more = {}) {
  return fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ action, ...more }) })
}

test('customers are made, changed, listed page by page and deleted', async () => {
  const made = []
  for (const n of [1, 2, 3]) made.push((await newCustomer({ metadata: { n: String(n) }, email: 'pages@demo.test' })).id)
  const first = await stripe.customers.list({ limit: 2, email: 'pages@demo.test' })
  assert.equal(first.has_more, true)
  assert.deepEqual(first.data.map((customer) => customer.id), [made[2], made[1]])
  const all = await stripe.customers.list({ limit: 1, email: 'pages@demo.test' }).autoPagingToArray({ limit: 10 })
  assert.deepEqual(all.map((customer) => customer.id), made.toReversed())
  const newer = await stripe.customers.list({ ending_before: made[0], email: 'pages@demo.test' })
  assert.deepEqual(newer.data.map((customer) => customer.id), [made[2], made[1]])
  const updated = await stripe.customers.update(made[0], { name: 'Ann', metadata: { n: '', m: '2' } })
  assert.deepEqual([updated.name, updated.metadata], ['Ann', { m: '2' }])
  assert.equal((await stripe.customers.del(made[0])).deleted, true)
  assert.equal((await stripe.customers.retrieve(made[0])).deleted, true)
  const gone = stripe.customers.update(made[0], { name: 'Bea' })
  await assert.rejects(gone, { code: 'resource_missing', statusCode: 404, param: 'id' })
})

test('errors are of the SDK’s classes', async () => {
  await assert.rejects(stripe.customers.create({ emial: 'x' }), (error) => {
    assert.ok(error instanceof Stripe.errors.StripeInvalidRequestError)
    assert.deepEqual([error.code, error.param], ['parameter_unknown', 'emial'])
    return /^req_/.test(error.requestId)
  })
  const stranger = new Stripe('sk_test_somebody', settings)
  await assert.rejects(stranger.customers.list(), (error) => error instanceof Stripe.errors.StripeAuthenticationError)
  await assert.rejects(browser.customers.list(), (error) => error.statusCode === 401)
})

test('T45: only published card numbers are taken', async () => {
  const card = (number) => ({ type: 'card', card: { number, exp_month: 12, exp_year: 2040, cvc: '123' } })
  const taken = await browser.paymentMethods.create(card('4242424242424242'))
  assert.deepEqual([taken.card.brand, taken.card.last4, taken.card.exp_year], ['visa', '4242', 2040])
  const again = await browser.paymentMethods.create(card('4242424242424242'))
  assert.equal(again.card.fingerprint, taken.card.fingerprint)
  await assert.rejects(browser.paymentMethods.create(card('4111111111111111')), (error) => {
    assert.equal(error.decline_code, 'test_mode_live_card')
    return !JSON.stringify(error).includes('4111')
  })
  await assert.rejects(browser.paymentMethods.create(card('4242424242424241')), { code: 'incorrect_number' })
})

test('a payment by card, refunded in part and in whole', async () => {
  const { customer, method } = await customerWithCard()
  const intent = await stripe.paymentIntents.create({
    amount: 5000, currency: 'usd', customer: customer.id, payment_method: method.id, confirm: true, off_session: true,
    metadata: { order: '12' }, expand: ['latest_charge', 'customer'],
  })
  assert.equal(intent.status, 'succeeded')
  assert.equal(intent.customer.email, 'fan@demo.test')
  assert.deepEqual([intent.latest_charge.amount_captured, intent.latest_charge.metadata.order], [5000, '12'])
  const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 2000 })
  assert.deepEqual([part.status, part.amount], ['succeeded', 2000])
  await assert.rejects(stripe.refunds.create({ payment_intent: intent.id, amount: 3001 }), { param: 'amount' })
  await stripe.refunds.create({ charge: intent.latest_charge.id })
  const charge = await stripe.charges.retrieve(intent.latest_charge.id)
  assert.deepEqual([charge.refunded, charge.amount_refunded], [true, 5000])
  await assert.rejects(stripe.refunds.create({ charge: charge.id }), { code: 'charge_already_refunded' })
  assert.equal((await stripe.refunds.list({ charge: charge.id })).data.length, 2)
})

for (const [card, code, decline] of [
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', undefined],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', undefined],
  ['pm_card_chargeDeclinedProcessingError', 'processing_error', undefined],
]) {
  test(`${card} is refused`, async () => {
    const paying = stripe.paymentIntents.create({ amount: 999, currency: 'usd', payment_method: card, confirm: true })
    await assert.rejects(paying, (error) => {
      assert.ok(error instanceof Stripe.errors.StripeCardError)
      assert.deepEqual([error.statusCode, error.code, error.decline_code], [402, code, decline])
      assert.equal(error.payment_intent.status, 'requires_payment_method')
      return true
    })
  })
}

test('a ready-made card can be looked at before it is used, and belongs to nobody', async () => {
  const shown = await stripe.paymentMethods.retrieve('pm_card_visa')
  assert.deepEqual([shown.card.brand, shown.card.last4, shown.customer], ['visa', '4242', null])
  await assert.rejects(stripe.paymentMethods.retrieve('pm_card_nobody'), { code: 'resource_missing' })
})

test('a card that can be saved and never charged', async () => {
  const { customer, method } = await customerWithCard('pm_card_chargeCustomerFail')
  const paying = { amount: 999, currency: 'usd', customer: customer.id, payment_method: method.id, confirm: true }
  await assert.rejects(stripe.paymentIntents.create(paying), { code: 'card_declined' })
  await assert.rejects(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: customer.id }), { code: 'card_declined' })
})

test('3-D Secure: approved on the page, and back with what Stripe appends', async () => {
  const intent = await stripe.paymentIntents.create({ amount: 2500, currency: 'usd' })
  const asked = await browser.paymentIntents.confirm(intent.id, {
    client_secret: intent.client_secret, return_url: 'http://127.0.0.1:9/back?order=1',
    payment_method_data: { type: 'card', card: { number: '4000002760003184', exp_month: 1, exp_year: 2040, cvc: '123' } },
  })
  assert.deepEqual([asked.status, asked.next_action.type], ['requires_action', 'redirect_to_url'])
  const page = asked.next_action.redirect_to_url.url
  const shown = await fetch(page)
  assert.match(shown.headers.get('content-security-policy'), /default-src 'none'.*form-action 'self' http:\/\/127\.0\.0\.1:9;/)
  assert.match(await shown.text(), /TEST MODE.*Approve.*Fail/s)
  const back = new URL((await press(page, 'approve')).headers.get('location'))
  assert.equal(back.searchParams.get('order'), '1')
  assert.equal(back.searchParams.get('payment_intent'), intent.id)
  assert.equal(back.searchParams.get('payment_intent_client_secret'), intent.client_secret)
  assert.equal(back.searchParams.get('redirect_status'), 'succeeded')
  const read = await browser.paymentIntents.retrieve(intent.id, { client_secret: intent.client_secret })
  assert.deepEqual([read.status, read.amount_received], ['succeeded', 2500])
  await press(page, 'approve')
  assert.equal((await stripe.charges.list({ payment_intent: intent.id })).data.length, 1)
  await assert.rejects(stripe.paymentIntents.confirm(intent.id), { code: 'payment_intent_unexpected_state' })
  await assert.rejects(browser.paymentIntents.retrieve(intent.id, { client_secret: 'wrong' }), { statusCode: 400 })
})

test('3-D Secure: failed, and refused even after it', async () => {
  const asked = await stripe.paymentIntents.create({
    amount: 2500, currency: 'usd', payment_method: 'pm_card_threeDSecure2Required', confirm: true,
  })
  assert.equal(asked.next_action.type, 'use_stripe_sdk')
  await press(asked.next_action.use_stripe_sdk.stripe_js, 'fail')
  const failed = await stripe.paymentIntents.retrieve(asked.id)
  assert.equal(failed.last_payment_error.code, 'payment_intent_authentication_failure')
  const poor = await stripe.paymentIntents.create({
    amount: 2500, currency: 'usd', confirm: true, return_url: 'http://127.0.0.1:9/',
    payment_method: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  })
  const back = await press(poor.next_action.redirect_to_url.url, 'approve')
  assert.match(back.headers.get('location'), /redirect_status=failed/)
  assert.equal((await stripe.paymentIntents.retrieve(poor.id)).last_payment_error.decline_code, 'insufficient_funds')
})

test('a card saved with authentication may be charged in its holder’s absence', async () => {
  const { id: customer } = await newCustomer()
  const intent = await stripe.setupIntents.create({ customer, usage: 'off_session' })
  const asked = await browser.setupIntents.confirm(intent.id, {
    client_secret: intent.client_secret, return_url: 'http://127.0.0.1:9/cards',
    payment_method_data: { type: 'card', card: { number: '4000002500003155', exp_month: 1, exp_year: 2040, cvc: '123' } },
  })
  assert.equal(asked.status, 'requires_action')
  const back = await press(asked.next_action.redirect_to_url.url, 'approve')
  assert.match(back.headers.get('location'), new RegExp(`setup_intent=${intent.id}&setup_intent_client_secret=.*redirect_status=succeeded`))
  const { payment_method: saved } = await stripe.setupIntents.retrieve(intent.id)
  assert.deepEqual((await stripe.customers.listPaymentMethods(customer)).data.map((card) => card.id), [saved])
  const paying = { amount: 700, currency: 'usd', customer, payment_method: saved, confirm: true, off_session: true }
  assert.equal((await stripe.paymentIntents.create(paying)).status, 'succeeded')
  const always = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
  await assert.rejects(stripe.paymentIntents.create({ ...paying, payment_method: always.id }), { code: 'authentication_required' })
  assert.equal((await stripe.paymentMethods.detach(saved)).customer, null)
  await assert.rejects(stripe.paymentIntents.create(paying), { type: 'StripeInvalidRequestError' })
})

test('an intent and a set-up can be cancelled, once', async () => {
  const intent = await stripe.paymentIntents.create({ amount: 999, currency: 'usd' })
  assert.equal((await stripe.paymentIntents.cancel(intent.id)).status, 'canceled')
  await assert.rejects(stripe.paymentIntents.cancel(intent.id), { code: 'payment_intent_unexpected_state' })
  const setup = await stripe.setupIntents.create()
  assert.equal((await stripe.setupIntents.cancel(setup.id)).status, 'canceled')
})

test('the dispute card is disputed; evidence decides', async () => {
  const pay = () => stripe.paymentIntents.create({ amount: 999, currency: 'usd', payment_method: 'pm_card_createDispute', confirm: true })
  const intent = await pay()
  const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data
  assert.deepEqual([dispute.status, dispute.amount, dispute.reason], ['needs_response', 999, 'fraudulent'])
  await assert.rejects(stripe.refunds.create({ payment_intent: intent.id }), { code: 'charge_disputed' })
  const won = await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' }, submit: true })
  assert.equal(won.status, 'won')
  const [second] = (await stripe.disputes.list({ payment_intent: (await pay()).id })).data
  assert.equal((await stripe.disputes.close(second.id)).status, 'lost')
})

test('T13: a key that is used again gives the same answer, and does nothing', async () => {
  const idempotencyKey = `order-${process.pid}-1`
  const paying = { amount: 999, currency: 'usd', payment_method: 'pm_card_visa', confirm: true }
  const first = await stripe.paymentIntents.create(paying, { idempotencyKey })
  const again = await stripe.paymentIntents.create(paying, { idempotencyKey })
  assert.equal(again.id, first.id)
  assert.equal(again.lastResponse.headers['idempotent-replayed'], 'true')
  assert.equal(again.lastResponse.headers['original-request'], first.lastResponse.requestId)
  await assert.rejects(stripe.paymentIntents.create({ ...paying, amount: 998 }, { idempotencyKey }), (error) => {
    return error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400
  })
})

test('a subscription: default_incomplete, paid by the browser', async () => {
  const [{ id: customer }, price] = [await newCustomer(), await newPrice(999)]
  const subscription = await stripe.subscriptions.create({
    customer, items: [{ price: price.id }], payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.payment_intent'],
  })
  assert.equal(subscription.status, 'incomplete')
  const intent = subscription.latest_invoice.payment_intent
  assert.deepEqual([intent.status, intent.amount], ['requires_payment_method', 999])
  await browser.paymentIntents.confirm(intent.id, { client_secret: intent.client_secret, payment_method: 'pm_card_mastercard' })
  const active = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice', 'default_payment_method'] })
  assert.deepEqual([active.status, active.latest_invoice.status], ['active', 'paid'])
  assert.equal(active.default_payment_method.card.brand, 'mastercard')
  const page = await (await fetch(active.latest_invoice.hosted_invoice_url)).text()
  assert.match(page, /USD 9\.99/)
})

test('PAY-08: a trial on a clock turns into a paid period, and renews', async () => {
  const frozen = 1_800_000_000
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: frozen })
  const { customer } = await customerWithCard('pm_card_visa', { test_clock: clock.id })
  const price = await newPrice(1500)
  const trial = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }], trial_period_days: 30 })
  assert.deepEqual([trial.status, trial.trial_end], ['trialing', frozen + 30 * DAY])
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: frozen + 31 * DAY })
  const paid = await stripe.subscriptions.retrieve(trial.id, { expand: ['latest_invoice'] })
  assert.deepEqual([paid.status, paid.latest_invoice.amount_paid, paid.latest_invoice.billing_reason], ['active', 1500, 'subscription_cycle'])
  assert.equal(paid.current_period_start, frozen + 30 * DAY)
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: frozen + 95 * DAY })
  const invoices = (await stripe.invoices.list({ subscription: trial.id })).data
  assert.deepEqual(invoices.map((invoice) => invoice.amount_paid), [1500, 1500, 1500, 0])
  await stripe.subscriptions.update(trial.id, { cancel_at_period_end: true })
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: frozen + 130 * DAY })
  assert.equal((await stripe.subscriptions.retrieve(trial.id)).status, 'canceled')
  const told = await stripe.events.list({ type: 'customer.subscription.trial_will_end', limit: 100 })
  assert.ok(told.data.some((event) => event.data.object.id === trial.id))
})

test('a renewal that is refused is tried on days 1, 3, 5 and 7, then ends', async () => {
  const frozen = 1_800_000_000
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: frozen })
  const { customer } = await customerWithCard('pm_card_chargeCustomerFail', { test_clock: clock.id })
  const price = await newPrice(1500)
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }], trial_period_days: 1 })
  const at = async (days) => {
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: frozen + days * DAY })
    const { status, latest_invoice: invoice } = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
    return [status, invoice.status, invoice.attempt_count]
  }
  assert.deepEqual(await at(1), ['past_due', 'open', 1])
  assert.deepEqual(await at(2), ['past_due', 'open', 2])
  assert.deepEqual(await at(6), ['past_due', 'open', 4])
  assert.deepEqual(await at(8), ['canceled', 'open', 5])
})

test('coupons, one-time items and inline prices add up, in previews too', async () => {
  const { customer } = await customerWithCard()
  const product = await stripe.products.create({ name: 'Pass' })
  const inline = { currency: 'usd', product: product.id, unit_amount: 1000, recurring: { interval: 'year' } }
  const coupon = await stripe.coupons.create({ amount_off: 300, currency: 'usd', duration: 'once' })
  const preview = await stripe.invoices.createPreview({
    customer: customer.id, subscription_details: { items: [{ price_data: inline }] }, discounts: [{ coupon: coupon.id }],
  })
  assert.deepEqual([preview.subtotal, preview.total, preview.lines.data.length], [1000, 700, 1])
  const subscription = await stripe.subscriptions.create({
    customer: customer.id, items: [{ price_data: inline }], discounts: [{ coupon: coupon.id }],
    add_invoice_items: [{ price_data: { currency: 'usd', product: product.id, unit_amount: 250 } }],
    expand: ['latest_invoice'],
  })
  assert.deepEqual([subscription.status, subscription.latest_invoice.total], ['active', 950])
  const next = await stripe.invoices.retrieveUpcoming({ subscription: subscription.id })
  assert.deepEqual([next.total, next.next_payment_attempt], [1000, subscription.current_period_end])
})

test('PAY-11: the portal shows cards, and stops and resumes the renewal', async () => {
  const { customer } = await customerWithCard()
  const price = await newPrice()
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  const session = await stripe.billingPortal.sessions.create({ customer: customer.id, return_url: 'http://127.0.0.1:9/account' })
  assert.match(await (await fetch(session.url)).text(), /visa •••• 4242.*Cancel renewal|Cancel renewal.*visa •••• 4242/s)
  await press(session.url, 'cancel', { id: subscription.id })
  assert.equal((await stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end, true)
  await press(session.url, 'resume', { id: subscription.id })
  assert.equal((await stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end, false)
  await press(session.url, 'add', { 'card[number]': '5555555555554444', 'card[exp_month]': '1', 'card[exp_year]': '2040', 'card[cvc]': '123' })
  const cards = (await stripe.paymentMethods.list({ customer: customer.id, type: 'card' })).data
  assert.deepEqual(cards.map((card) => card.card.last4), ['4444', '4242'])
  await press(session.url, 'default', { id: cards[0].id })
  await press(session.url, 'remove', { id: cards[1].id })
  assert.equal((await stripe.customers.retrieve(customer.id)).invoice_settings.default_payment_method, cards[0].id)
})

test('T12: webhooks are signed as the SDK expects, and come again until they are taken', async () => {
  const got = []
  let refusals = 1
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    response.statusCode = refusals-- > 0 ? 302 : 200
    response.end()
    if (response.statusCode === 200) got.push([body, request.headers['stripe-signature']])
    server.emit('got')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = await stripe.webhookEndpoints.create({
    url: `http://127.0.0.1:${server.address().port}/hook`, enabled_events: ['payment_intent.succeeded'],
  })
  const intent = await stripe.paymentIntents.create({ amount: 4321, currency: 'usd', payment_method: 'pm_card_visa', confirm: true })
  const hasCome = () => got.some(([body]) => body.includes(intent.id))
  while (!hasCome()) await once(server, 'got')
  for (const [body, signature] of got) {
    const event = stripe.webhooks.constructEvent(body, signature, endpoint.secret)
    assert.deepEqual([event.type, event.api_version], ['payment_intent.succeeded', '2024-06-20'])
    assert.throws(() => stripe.webhooks.constructEvent(body, signature, 'whsec_other'), Stripe.errors.StripeSignatureVerificationError)
  }
  await stripe.webhookEndpoints.del(endpoint.id)
  server.close()
  server.closeAllConnections()
})
