-- What the first release did not write down yet of what was paid to it: the provider's payment, without which no money
-- goes back, and the customer, without whom no card is changed. Its orders know both.
UPDATE "membership_payments" SET "intent_id" = "orders"."stripe_payment_intent_id"
FROM "memberships"
JOIN "order_items" ON "order_items"."id" = "memberships"."order_item_id"
JOIN "orders" ON "orders"."id" = "order_items"."order_id"
WHERE "memberships"."id" = "membership_payments"."membership_id"
  AND "membership_payments"."intent_id" IS NULL AND "membership_payments"."amount" > 0
  AND "orders"."stripe_payment_intent_id" LIKE 'pi\_%'
  AND split_part("membership_payments"."reference", ':', 1) = "orders"."stripe_payment_intent_id";--> statement-breakpoint
UPDATE "memberships" SET "customer_id" = "orders"."stripe_customer_id"
FROM "order_items" JOIN "orders" ON "orders"."id" = "order_items"."order_id"
WHERE "order_items"."id" = "memberships"."order_item_id" AND "memberships"."customer_id" IS NULL;--> statement-breakpoint
-- The demo's subscriptions had no amount of their own.
UPDATE "demo_subscriptions" SET "amount_cents" = ("subscription_plans"."price" * 100)::integer
FROM "subscription_plans", "checkouts"
WHERE "subscription_plans"."plan_id" = "demo_subscriptions"."plan_id" AND "checkouts"."id" = "demo_subscriptions"."checkout_id"
  AND "checkouts"."promotion_code" IS NULL AND "demo_subscriptions"."amount_cents" = 0;
