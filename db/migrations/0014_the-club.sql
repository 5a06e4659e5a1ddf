CREATE TABLE "account_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"membership_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_links_purpose" CHECK ("account_links"."purpose" in ('sign-in', 'gift'))
);
--> statement-breakpoint
CREATE TABLE "account_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "boxes" ADD COLUMN "person_id" uuid;--> statement-breakpoint
UPDATE "boxes" SET "person_id" = "memberships"."person_id" FROM "memberships" WHERE "memberships"."id" = "boxes"."membership_id";--> statement-breakpoint
ALTER TABLE "boxes" ALTER COLUMN "person_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "boxes" ADD COLUMN "kind" text DEFAULT 'owed' NOT NULL;--> statement-breakpoint
ALTER TABLE "boxes" ADD COLUMN "is_replaced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "member_email" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "payer_email" text;--> statement-breakpoint
UPDATE "memberships" SET
  "payer_email" = nullif(lower(trim("orders"."purchaser_email")), ''),
  "member_email" = nullif(lower(trim(CASE WHEN "memberships"."is_gift"
    THEN "order_items"."preferences" #>> '{giftDetails,recipientEmail}'
    ELSE "memberships"."address" ->> 'email' END)), '')
FROM "order_items" JOIN "orders" ON "orders"."id" = "order_items"."order_id"
WHERE "order_items"."id" = "memberships"."order_item_id";--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links_email" ON "account_links" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "account_links_expiry" ON "account_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "account_links_membership" ON "account_links" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "account_sessions_email" ON "account_sessions" USING btree ("email");--> statement-breakpoint
CREATE INDEX "account_sessions_expiry" ON "account_sessions" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "boxes_sent_to" ON "boxes" USING btree ("person_id","product_id") WHERE "boxes"."product_id" is not null;--> statement-breakpoint
CREATE INDEX "memberships_of_member" ON "memberships" USING btree ("member_email");--> statement-breakpoint
CREATE INDEX "memberships_of_payer" ON "memberships" USING btree ("payer_email");--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_kind" CHECK (("boxes"."kind" = 'owed') = ("boxes"."payment_id" is not null));--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_replacement" CHECK ("boxes"."kind" = 'owed' or ("boxes"."kind" = 'replacement' and "boxes"."value" = 0));--> statement-breakpoint
-- No belt twice to one person within 36 months (club-rules.md "No repeat"): months as numbers, each box standing for its own
-- and the 35 after it. Deferrable, so that one statement may exchange the belts of two boxes.
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_no_repeat" EXCLUDE USING gist (
  "person_id" WITH =,
  "product_id" WITH =,
  int4range(
    substr("drop", 1, 4)::integer * 12 + substr("drop", 6, 2)::integer,
    substr("drop", 1, 4)::integer * 12 + substr("drop", 6, 2)::integer + 36
  ) WITH &&
) WHERE ("product_id" IS NOT NULL AND NOT "is_replaced" AND "state" NOT IN ('skipped', 'cancelled', 'refunded'))
  DEFERRABLE INITIALLY IMMEDIATE;
