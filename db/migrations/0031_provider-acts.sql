CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"due_by" timestamp with time zone,
	"staged_at" timestamp with time zone,
	"submitted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_state" CHECK ("disputes"."state" in ('inquiry', 'open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "fraud_warnings" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"kind" text NOT NULL,
	"is_open" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_provider_id_unique";--> statement-breakpoint
ALTER TABLE "membership_payments" DROP CONSTRAINT "membership_payments_boxes";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_status";--> statement-breakpoint
ALTER TABLE "membership_payments" ADD COLUMN "tax_calculation_id" text;--> statement-breakpoint
ALTER TABLE "membership_payments" ADD COLUMN "tax_transaction_id" text;--> statement-breakpoint
ALTER TABLE "membership_payments" ADD COLUMN "expected" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "made_by" text DEFAULT 'shop' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "asked_as" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tax_reversal_id" text;--> statement-breakpoint
CREATE INDEX "disputes_intent" ON "disputes" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "fraud_warnings_intent" ON "fraud_warnings" USING btree ("intent_id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_of_provider" UNIQUE("provider_id","payment_id");--> statement-breakpoint
ALTER TABLE "membership_payments" ADD CONSTRAINT "membership_payments_boxes" CHECK ("membership_payments"."box_count" > 0 or "membership_payments"."expected" is not null);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_made_by" CHECK ("refunds"."made_by" in ('shop', 'provider'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('pending', 'succeeded', 'failed', 'settled'));