-- What a shop of the first release (migrations 0000 to 0002) held after two months of selling, written with its own tables:
-- twelve orders, one of two items and some of gifts, their members, payments and boxes, carts on their way, mails.
insert into users (username, password, email, is_admin) values
  ('admin', '$argon2id$v=19$m=19456,t=2,p=1$b2xkc2FsdA$b2xkaGFzaA', 'owner@example.com', true),
  ('packer', '$argon2id$v=19$m=19456,t=2,p=1$b2xkc2FsdA$b2xkaGFzaA', null, false);
insert into sessions (user_id, token_hash, expires_at) select id, 'hash of ' || username, '2027-01-01' from users;
insert into subscription_plans (name, plan_id, price, billing_interval, interval_count) values
  ('Monthly', 'monthly', 69.50, 'month', 1), ('6 Months', '6-months', 357.00, 'month', 6), ('12 Months', '12-months', 654.00, 'month', 12);
insert into product_types (name, slug, description, display_order) values ('Dress', 'dress', 'For tailoring', 0);
insert into products (name, description, material, width, buckle, style, sku, gender, "drop")
select 'Belt ' || n, 'A belt', 'Calf leather', '30 mm', 'Plain', 'dress', 'MD' || n || '-202611-BELT', 'male', '2026-11' from generate_series(1, 3) n;
insert into belt_variants (product_id, size, stock) select id, '36', 20 from products;
insert into quiz_questions (question_text, question_type, display_order) values
  ('Who is it for?', 'single', 0), ('Whose belts?', 'single', 1), ('Which styles?', 'multiple', 2), ('Which size?', 'single', 3), ('Which plan?', 'single', 4);
insert into quiz_answer_options (question_id, option_text, value, display_order)
select id, 'For myself', 'myself', 0 from quiz_questions where display_order = 0;
insert into newsletter_subscribers (email, name, source, preferences)
select 'reader' || n || '@example.com', 'Reader ' || n, 'popup', '{"size": "36"}' from generate_series(1, 5) n;

create temporary table old_orders as
select n, gen_random_uuid() as id, gen_random_uuid() as item_id, gen_random_uuid() as checkout_id,
  gen_random_uuid() as membership_id, gen_random_uuid() as payment_id, gen_random_uuid() as person_id,
  'BC-OLD' || n || '-7X4' as number, 'pi_demo_old' || n as intent, 'cus_demo_old' || n as customer,
  n % 3 = 0 as is_gift, (array['monthly', '6-months', '12-months'])[1 + n % 3] as plan,
  (array[1, 6, 12])[1 + n % 3] as months, (array[69.50, 357.00, 654.00])[1 + n % 3] as price,
  timestamptz '2026-10-03 15:00:00.123456+00' + n * interval '3 days' as paid_at
from generate_series(1, 12) n;
create temporary table old_carts as
select n, jsonb_build_object('id', 'cart-' || 1790000000000 + n, 'planId', plan, 'planName', plan, 'price', '$' || price,
  'period', 'per month', 'recipientType', case when is_gift then 'gift' else 'self' end, 'gender', 'male',
  'size', case when is_gift then 'Let Recipient Choose' else '36' end,
  'styles', case when is_gift then '["Let Recipient Pick"]'::jsonb else '["dress"]' end, 'colors', '["Surprise Me"]'::jsonb,
  'shippingDetails', jsonb_build_object('fullName', 'Person ' || n || ' Müller', 'email', ' Buyer' || n || '@Example.com ',
    'address', n || ' Alder Street', 'city', 'Portland', 'state', 'OR', 'zipCode', '97209'))
  || case when is_gift then jsonb_build_object('giftDetails', jsonb_build_object('senderName', 'Giver ' || n, 'senderEmail',
    'buyer' || n || '@example.com', 'recipientEmail', 'Recipient' || n || '@Example.com', 'emailDate', '2026-12-24T00:00:00.000Z',
    'giftMessage', 'Happy “birthday”,' || chr(10) || 'you two')) else '{}'::jsonb end as cart
from old_orders;

insert into people (id, key) select person_id, 'email:' || case when is_gift then 'recipient' else 'buyer' end || n || '@example.com' from old_orders;
insert into orders (id, order_number, status, subscription_plan_id, subtotal_amount, total_amount, stripe_payment_intent_id,
  stripe_subscription_id, stripe_customer_id, purchaser_email, recipient_type, gift_recipient_name, gift_recipient_email,
  gift_sender_name, gift_delivery_date, gift_message, needs_style_selection, created_at, updated_at)
select o.id, number, case when n < 4 then 'shipped' else 'pending' end, (select id from subscription_plans where plan_id = plan),
  price + case when n = 12 then 69.50 else 0 end, price + case when n = 12 then 69.50 else 0 end, intent,
  case when not is_gift then 'sub_demo_old' || n end, customer, ' Buyer' || n || '@Example.com', case when is_gift then 'gift' else 'self' end,
  case when is_gift then 'Person ' || n || ' Müller' end, case when is_gift then 'Recipient' || n || '@Example.com' end,
  case when is_gift then 'Giver ' || n end, case when is_gift then date '2026-12-24' end,
  case when is_gift then 'Happy “birthday”,' || chr(10) || 'you two' end, is_gift, paid_at, paid_at
from old_orders o;
insert into order_items (id, order_id, price, preferences, position)
select item_id, id, price, cart, 0 from old_orders join old_carts using (n);
-- The last order has a second item, for the same person.
insert into order_items (order_id, price, preferences, position)
select id, 69.50, (cart || '{"planId": "monthly", "recipientType": "self", "size": "36", "styles": ["dress"]}'::jsonb) - 'giftDetails', 1
from old_orders join old_carts using (n) where n = 12;
insert into shipping_info (order_id, order_item_id, recipient_name, email, address_line1, city, state, zip_code, tracking_number)
select id, item_id, 'Person ' || n || ' Müller', 'buyer' || n || '@example.com', n || ' Alder Street', 'Portland', 'OR', '97209',
  case when n < 4 then '1Z' || n end from old_orders;
insert into memberships (id, order_item_id, person_id, plan_id, is_gift, renews, stripe_subscription_id, paid_until, gender, styles, size, address, created_at)
select membership_id, item_id, person_id, plan, is_gift, not is_gift, case when not is_gift then 'sub_demo_old' || n end,
  (paid_at + months * interval '1 month')::date, 'male', cart -> 'styles', cart ->> 'size', cart -> 'shippingDetails', paid_at
from old_orders join old_carts using (n);
insert into memberships (order_item_id, person_id, plan_id, is_gift, renews, paid_until, gender, styles, size, address)
select i.id, person_id, 'monthly', false, true, (paid_at + interval '1 month')::date, 'male', '["dress"]', '36', i.preferences -> 'shippingDetails'
from old_orders o join order_items i on i.order_id = o.id and i.position = 1;
insert into membership_payments (id, membership_id, reference, amount, box_count, paid_at)
select payment_id, membership_id, intent || ':0', price, months, paid_at from old_orders;
insert into membership_payments (membership_id, reference, amount, box_count, paid_at)
select m.id, intent || ':1', 69.50, 1, paid_at
from old_orders o join order_items i on i.order_id = o.id and i.position = 1 join memberships m on m.order_item_id = i.id;
insert into boxes (membership_id, payment_id, ordinal, drop, state, value, size, tracking_number, shipped_at)
select p.membership_id, p.id, k, to_char(p.paid_at + k * interval '1 month', 'YYYY-MM'),
  case when k = 1 and to_char(p.paid_at, 'MM') = '10' then 'shipped' else 'owed' end, p.amount / p.box_count, m.size,
  case when k = 1 and to_char(p.paid_at, 'MM') = '10' then '1ZBOX' end,
  case when k = 1 and to_char(p.paid_at, 'MM') = '10' then timestamptz '2026-11-04 12:00+00' end
from membership_payments p join memberships m on m.id = p.membership_id, generate_series(1, p.box_count) k;

insert into checkouts (id, cart_hash, snapshot, kind, subtotal, tax, total, customer_id, intent_id, subscription_id, purchaser_email, status, order_id, told_at, created_at)
select checkout_id, 'hash-' || n, jsonb_build_object('items', jsonb_build_array(jsonb_build_object('cart', cart, 'planId', plan, 'amountCents', (price * 100)::integer, 'taxCents', 0))),
  case when is_gift then 'payment' else 'subscription' end, price, 0, price, customer, intent, case when not is_gift then 'sub_demo_old' || n end,
  'buyer' || n || '@example.com', 'done', id, paid_at, paid_at
from old_orders join old_carts using (n);
-- One was on its way to payment when the upgrade came.
insert into checkouts (cart_hash, snapshot, kind, subtotal, tax, total, customer_id, intent_id, status, created_at)
select 'hash-open', jsonb_build_object('items', jsonb_build_array(jsonb_build_object('cart', cart, 'planId', 'monthly', 'amountCents', 6950, 'taxCents', 0))),
  'payment', 69.50, 0, 69.50, 'cus_demo_open', 'pi_demo_open', 'open', '2026-11-21 14:55+00' from old_carts where n = 3;
insert into demo_intents (id, client_secret, idempotency_key, checkout_id, customer_id, subscription_id, amount_cents, status, payment_method, paid_at)
select intent, intent || '_secret_1', intent, checkout_id, customer, case when not is_gift then 'sub_demo_old' || n end, (price * 100)::integer, 'succeeded', 'visa 4242', paid_at from old_orders;
insert into demo_intents (id, client_secret, idempotency_key, checkout_id, customer_id, amount_cents, status, payer_email, payment_method, paid_at)
select 'pi_demo_open', 'pi_demo_open_secret_1', 'open', id, customer_id, 6950, 'succeeded', 'buyer3@example.com', 'visa 4242', '2026-11-21 14:56+00' from checkouts where cart_hash = 'hash-open';
insert into demo_subscriptions (id, idempotency_key, customer_id, plan_id, checkout_id, next_charge_on)
select 'sub_demo_old' || n, 'sub-' || n, customer, plan, checkout_id, ((paid_at + months * interval '1 month')::date)::text from old_orders where not is_gift;
insert into payment_events (id, type, payload, handled_at) select 'evt_demo_old' || n, 'payment_intent.succeeded', jsonb_build_object('id', intent), paid_at from old_orders;
insert into outbox (kind, fact, sent_at, run_at) select 'order-confirmation', id::text, paid_at, paid_at from old_orders;
drop table old_carts;
drop table old_orders;
