CREATE TABLE "membership_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"membership_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "membership_links_purpose" CHECK ("membership_links"."purpose" in ('card'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"tax" numeric(10, 2) DEFAULT 0 NOT NULL,
	"provider_id" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_provider_id_unique" UNIQUE("provider_id"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('pending', 'succeeded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "demo_cards" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"pays_renewals" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"intent_id" text,
	"period_start" text NOT NULL,
	"period_end" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_on" text,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_invoices_term" UNIQUE("subscription_id","period_start"),
	CONSTRAINT "demo_invoices_status" CHECK ("demo_invoices"."status" in ('open', 'paid', 'void'))
);
--> statement-breakpoint
CREATE TABLE "demo_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"intent_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_refunds_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "promotion_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"percent_off" integer,
	"amount_off" numeric(10, 2),
	"duration" text NOT NULL,
	"plans" jsonb,
	"expires_on" date,
	"most_uses" integer,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotion_codes_code_unique" UNIQUE("code"),
	CONSTRAINT "promotion_codes_code" CHECK ("promotion_codes"."code" = upper("promotion_codes"."code") and "promotion_codes"."code" <> ''),
	CONSTRAINT "promotion_codes_percent" CHECK ("promotion_codes"."percent_off" between 1 and 100),
	CONSTRAINT "promotion_codes_amount" CHECK ("promotion_codes"."amount_off" > 0),
	CONSTRAINT "promotion_codes_one" CHECK (("promotion_codes"."percent_off" is null) <> ("promotion_codes"."amount_off" is null)),
	CONSTRAINT "promotion_codes_duration" CHECK ("promotion_codes"."duration" in ('once', 'forever')),
	CONSTRAINT "promotion_codes_uses" CHECK ("promotion_codes"."most_uses" > 0)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "discount" numeric(10, 2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "address_key" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "email_key" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "declines" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "dropped_because" text;--> statement-breakpoint
ALTER TABLE "boxes" ADD COLUMN "hold_reason" text;--> statement-breakpoint
ALTER TABLE "boxes" ADD COLUMN "refund_id" uuid;--> statement-breakpoint
ALTER TABLE "membership_payments" ADD COLUMN "intent_id" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "past_due_since" date;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "demo_intents" ADD COLUMN "kind" text DEFAULT 'payment' NOT NULL;--> statement-breakpoint
ALTER TABLE "demo_subscriptions" ADD COLUMN "amount_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "demo_subscriptions" ADD COLUMN "tax_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "demo_subscriptions" ADD COLUMN "cancel_at_period_end" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "discount" numeric(10, 2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_amount" numeric(10, 2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "promotion_code" text;--> statement-breakpoint
ALTER TABLE "membership_links" ADD CONSTRAINT "membership_links_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_membership_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."membership_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "membership_links_expiry" ON "membership_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_unanswered" ON "refunds" USING btree ("created_at") WHERE "refunds"."provider_id" is null;--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkouts_by_address" ON "checkouts" USING btree ("address_key","created_at");--> statement-breakpoint
CREATE INDEX "checkouts_by_email" ON "checkouts" USING btree ("email_key","created_at");--> statement-breakpoint
CREATE INDEX "memberships_due" ON "memberships" USING btree ("paid_until") WHERE "memberships"."renews";--> statement-breakpoint
CREATE INDEX "orders_promotion" ON "orders" USING btree ("promotion_code");--> statement-breakpoint
ALTER TABLE "demo_subscriptions" ADD CONSTRAINT "demo_subscriptions_status" CHECK ("demo_subscriptions"."status" in ('incomplete', 'active', 'past_due', 'canceled'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_discount" CHECK ("orders"."discount_amount" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total" CHECK ("orders"."total_amount" = "orders"."subtotal_amount" - "orders"."discount_amount" + "orders"."tax_amount");