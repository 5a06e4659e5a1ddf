-- A UUID that begins with the time (RFC 9562, version 7), as newId makes in code (domain/id.ts). PostgreSQL has one of its own
-- only since version 18.
CREATE FUNCTION time_ordered_id() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
	SELECT overlay(overlay(gen_random_uuid()::text placing '7' from 15)
		placing overlay(lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') placing '-' from 9 for 0) from 1 for 13)::uuid
$$;--> statement-breakpoint
ALTER TABLE "account_sessions" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "manual_orders" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "order_searches" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "box_counts" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "boxes" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "belt_variants" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "product_types" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "design" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "subscription_plans" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "checkouts" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "credit_uses" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "store_credit" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "curation_runs" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "delays" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "drop_notices" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "exchange_photos" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "exchanges" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "figure_lines" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "approvals" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "given_away" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "letter_readers" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "letters" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "handovers" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "memberships" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "people" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "canned_answers" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "contact_messages" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "contact_notes" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "contact_replies" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "inbound_mails" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "mail_attachments" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "order_items" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "order_notes" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "shipping_info" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "parcels" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "lost_taxes" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "membership_payments" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "refund_moves" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "plan_changes" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "price_changes" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "promotion_codes" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "quiz_answer_options" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "quiz_questions" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "quiz_versions" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "reviews" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "login_attempts" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "passkeys" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "recovery_codes" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "id" SET DEFAULT time_ordered_id();--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "id" SET DEFAULT time_ordered_id();