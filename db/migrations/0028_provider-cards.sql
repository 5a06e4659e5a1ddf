ALTER TABLE "memberships" ADD COLUMN "card_checked_for" date;--> statement-breakpoint
ALTER TABLE "demo_cards" ADD COLUMN "last_month" text;--> statement-breakpoint
ALTER TABLE "demo_cards" ADD COLUMN "chosen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "demo_invoices" ADD COLUMN "tried_card_id" text;