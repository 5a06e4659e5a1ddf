CREATE TABLE "belt_variants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"size" text NOT NULL,
	"stock" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "belt_variants_belt_size" UNIQUE("product_id","size"),
	CONSTRAINT "belt_variants_stock" CHECK ("belt_variants"."stock" >= 0)
);
--> statement-breakpoint
CREATE TABLE "drops" (
	"drop" text PRIMARY KEY NOT NULL,
	"cut_off_at" timestamp with time zone NOT NULL,
	"ship_by" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drops_name" CHECK ("drops"."drop" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "drops_state" CHECK ("drops"."state" in ('open', 'curated', 'packed', 'shipped', 'held'))
);
--> statement-breakpoint
CREATE TABLE "product_types" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_types_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"material" text NOT NULL,
	"width" text NOT NULL,
	"buckle" text NOT NULL,
	"style" text NOT NULL,
	"sku" text NOT NULL,
	"image_url" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"gender" text NOT NULL,
	"colors" text[] DEFAULT '{}' NOT NULL,
	"image_alt" text DEFAULT '' NOT NULL,
	"lifestyle_image_url" text,
	"lifestyle_alt" text DEFAULT '' NOT NULL,
	"drop" text NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "products_sku_unique" UNIQUE("sku"),
	CONSTRAINT "products_style" CHECK ("products"."style" in ('dress', 'casual', 'stretch')),
	CONSTRAINT "products_gender" CHECK ("products"."gender" in ('male', 'female')),
	CONSTRAINT "products_drop" CHECK ("products"."drop" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
CREATE TABLE "subscription_plans" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"plan_id" text NOT NULL,
	"price" numeric(10, 2) NOT NULL,
	"billing_interval" text NOT NULL,
	"interval_count" integer NOT NULL,
	"stripe_price_id" text,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "subscription_plans_plan_id_unique" UNIQUE("plan_id"),
	CONSTRAINT "subscription_plans_price" CHECK ("subscription_plans"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"cart_hash" text NOT NULL,
	"snapshot" jsonb NOT NULL,
	"kind" text NOT NULL,
	"subtotal" numeric(10, 2) NOT NULL,
	"tax" numeric(10, 2),
	"total" numeric(10, 2),
	"customer_id" text,
	"intent_id" text,
	"subscription_id" text,
	"purchaser_email" text,
	"promotion_code" text,
	"consent" jsonb,
	"status" text DEFAULT 'open' NOT NULL,
	"order_id" uuid,
	"last_error" text,
	"checked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checkouts_intent_id_unique" UNIQUE("intent_id"),
	CONSTRAINT "checkouts_subscription_id_unique" UNIQUE("subscription_id"),
	CONSTRAINT "checkouts_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "checkouts_status" CHECK ("checkouts"."status" in ('open', 'paid', 'completing', 'done', 'abandoned', 'mismatched')),
	CONSTRAINT "checkouts_kind" CHECK ("checkouts"."kind" in ('subscription', 'payment', 'setup')),
	CONSTRAINT "checkouts_order" CHECK (("checkouts"."status" in ('completing', 'done')) = ("checkouts"."order_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"fact" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	"run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "boxes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"membership_id" uuid NOT NULL,
	"payment_id" uuid,
	"ordinal" integer NOT NULL,
	"drop" text NOT NULL,
	"state" text DEFAULT 'owed' NOT NULL,
	"value" numeric(10, 2) NOT NULL,
	"product_id" uuid,
	"size" text,
	"tracking_number" text,
	"shipped_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "boxes_of_payment" UNIQUE("payment_id","ordinal"),
	CONSTRAINT "boxes_drop" CHECK ("boxes"."drop" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "boxes_state" CHECK ("boxes"."state" in ('owed', 'assigned', 'packed', 'shipped', 'delivered', 'skipped', 'cancelled', 'refunded', 'held')),
	CONSTRAINT "boxes_value" CHECK ("boxes"."value" >= 0)
);
--> statement-breakpoint
CREATE TABLE "membership_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"membership_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"tax" numeric(10, 2) DEFAULT 0 NOT NULL,
	"box_count" integer NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	CONSTRAINT "membership_payments_reference_unique" UNIQUE("reference"),
	CONSTRAINT "membership_payments_amount" CHECK ("membership_payments"."amount" >= 0),
	CONSTRAINT "membership_payments_boxes" CHECK ("membership_payments"."box_count" > 0)
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_item_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"plan_id" text NOT NULL,
	"is_gift" boolean NOT NULL,
	"renews" boolean NOT NULL,
	"stripe_subscription_id" text,
	"paid_until" date NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"gender" text NOT NULL,
	"styles" jsonb NOT NULL,
	"size" text NOT NULL,
	"address" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_order_item_id_unique" UNIQUE("order_item_id"),
	CONSTRAINT "memberships_stripe_subscription_id_unique" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "memberships_status" CHECK ("memberships"."status" in ('active', 'past_due', 'cancelled', 'ended')),
	CONSTRAINT "memberships_gifts_never_renew" CHECK (not ("memberships"."is_gift" and "memberships"."renews"))
);
--> statement-breakpoint
CREATE TABLE "demo_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"client_secret" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"checkout_id" uuid NOT NULL,
	"customer_id" text NOT NULL,
	"subscription_id" text,
	"amount_cents" integer NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"status" text DEFAULT 'requires_payment_method' NOT NULL,
	"payer_email" text,
	"payment_method" text,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_intents_client_secret_unique" UNIQUE("client_secret"),
	CONSTRAINT "demo_intents_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "demo_intents_status" CHECK ("demo_intents"."status" in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "demo_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"customer_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"checkout_id" uuid NOT NULL,
	"next_charge_on" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_subscriptions_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"product_id" uuid,
	"quantity" integer DEFAULT 1 NOT NULL,
	"price" numeric(10, 2) NOT NULL,
	"preferences" jsonb,
	"tax" numeric(10, 2) DEFAULT 0 NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_items_quantity" CHECK ("order_items"."quantity" > 0),
	CONSTRAINT "order_items_price" CHECK ("order_items"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"order_number" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"subscription_plan_id" uuid,
	"subtotal_amount" numeric(10, 2) NOT NULL,
	"tax_amount" numeric(10, 2) DEFAULT 0 NOT NULL,
	"total_amount" numeric(10, 2) NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"stripe_payment_intent_id" text,
	"stripe_subscription_id" text,
	"stripe_customer_id" text,
	"purchaser_email" text,
	"recipient_type" text NOT NULL,
	"gift_note" text,
	"gift_recipient_name" text,
	"gift_recipient_email" text,
	"gift_sender_name" text,
	"gift_delivery_date" date,
	"gift_message" text,
	"needs_style_selection" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_order_number_unique" UNIQUE("order_number"),
	CONSTRAINT "orders_stripe_payment_intent_id_unique" UNIQUE("stripe_payment_intent_id"),
	CONSTRAINT "orders_stripe_subscription_id_unique" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
	CONSTRAINT "orders_recipient_type" CHECK ("orders"."recipient_type" in ('self', 'gift')),
	CONSTRAINT "orders_tax" CHECK ("orders"."tax_amount" >= 0),
	CONSTRAINT "orders_total" CHECK ("orders"."total_amount" = "orders"."subtotal_amount" + "orders"."tax_amount")
);
--> statement-breakpoint
CREATE TABLE "shipping_info" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"recipient_name" text NOT NULL,
	"email" text NOT NULL,
	"address_line1" text NOT NULL,
	"address_line2" text,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip_code" text NOT NULL,
	"country" text DEFAULT 'US' NOT NULL,
	"tracking_number" text,
	"order_item_id" uuid,
	CONSTRAINT "shipping_info_order_item_id_unique" UNIQUE("order_item_id")
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscribers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"status" text DEFAULT 'active' NOT NULL,
	"source" text,
	"subscribed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"unsubscribed_at" timestamp with time zone,
	"preferences" jsonb,
	CONSTRAINT "newsletter_subscribers_email_unique" UNIQUE("email"),
	CONSTRAINT "newsletter_subscribers_status" CHECK ("newsletter_subscribers"."status" in ('active', 'unsubscribed', 'bounced'))
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"username" text NOT NULL,
	"password" text NOT NULL,
	"email" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_username_unique" UNIQUE("username"),
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "quiz_answer_options" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"question_id" uuid NOT NULL,
	"option_text" text NOT NULL,
	"value" text NOT NULL,
	"display_order" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quiz_questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"question_text" text NOT NULL,
	"question_type" text NOT NULL,
	"display_order" integer NOT NULL,
	"is_required" boolean DEFAULT true NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quiz_questions_type" CHECK ("quiz_questions"."question_type" in ('single', 'multiple'))
);
--> statement-breakpoint
ALTER TABLE "belt_variants" ADD CONSTRAINT "belt_variants_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_payment_id_membership_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."membership_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_payments" ADD CONSTRAINT "membership_payments_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_subscription_plan_id_subscription_plans_id_fk" FOREIGN KEY ("subscription_plan_id") REFERENCES "public"."subscription_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_info" ADD CONSTRAINT "shipping_info_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_info" ADD CONSTRAINT "shipping_info_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_answer_options" ADD CONSTRAINT "quiz_answer_options_question_id_quiz_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."quiz_questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_shown" ON "products" USING btree ("gender","style","display_order");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_open_cart" ON "checkouts" USING btree ("cart_hash") WHERE "checkouts"."status" = 'open';--> statement-breakpoint
CREATE INDEX "checkouts_unfinished" ON "checkouts" USING btree ("created_at") WHERE "checkouts"."status" in ('open', 'paid', 'completing');--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_once" ON "outbox" USING btree ("fact","kind");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("run_at") WHERE "outbox"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "payment_events_due" ON "payment_events" USING btree ("run_at") WHERE "payment_events"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "boxes_membership" ON "boxes" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "boxes_drop_state" ON "boxes" USING btree ("drop","state");--> statement-breakpoint
CREATE INDEX "membership_payments_membership" ON "membership_payments" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "memberships_person" ON "memberships" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "order_items_order" ON "order_items" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "orders_purchaser" ON "orders" USING btree ("purchaser_email");--> statement-breakpoint
CREATE INDEX "shipping_info_order" ON "shipping_info" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "quiz_answer_options_question" ON "quiz_answer_options" USING btree ("question_id","display_order");