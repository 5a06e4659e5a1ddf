CREATE TABLE "refund_moves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"refund_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "refund_moves_kind" CHECK ("refund_moves"."kind" in ('failed', 'retried', 'settled'))
);
--> statement-breakpoint
ALTER TABLE "boxes" ADD COLUMN "voided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "opened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "membership_payments" ADD COLUMN "credit" numeric(10, 2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "membership_payments" ADD COLUMN "ship_state" text;--> statement-breakpoint
ALTER TABLE "refund_moves" ADD CONSTRAINT "refund_moves_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_moves_refund" ON "refund_moves" USING btree ("refund_id");--> statement-breakpoint
ALTER TABLE "membership_payments" ADD CONSTRAINT "membership_payments_credit" CHECK ("membership_payments"."credit" >= 0);
--> statement-breakpoint
-- What the ledger of before can say of the days, as near as it knows them.
UPDATE "boxes" SET "voided_at" = coalesce((SELECT r."created_at" FROM "refunds" r WHERE r."id" = "boxes"."refund_id"), "updated_at")
  WHERE "state" IN ('refunded', 'cancelled');
--> statement-breakpoint
UPDATE "disputes" SET "opened_at" = "created_at" WHERE "state" IN ('open', 'lost');
--> statement-breakpoint
UPDATE "disputes" SET "closed_at" = "updated_at" WHERE "state" IN ('won', 'lost');
--> statement-breakpoint
INSERT INTO "refund_moves" ("refund_id", "kind", "at")
  SELECT "id", 'failed', "updated_at" FROM "refunds" WHERE "status" IN ('failed', 'settled');
--> statement-breakpoint
INSERT INTO "refund_moves" ("refund_id", "kind", "at")
  SELECT "id", 'settled', "updated_at" FROM "refunds" WHERE "status" = 'settled';
--> statement-breakpoint
UPDATE "membership_payments" p SET "ship_state" = (
  SELECT s."code" FROM (VALUES ('AL', 'alabama'), ('AK', 'alaska'), ('AZ', 'arizona'), ('AR', 'arkansas'), ('CA', 'california'), ('CO', 'colorado'), ('CT', 'connecticut'), ('DE', 'delaware'), ('DC', 'district of columbia'), ('FL', 'florida'), ('GA', 'georgia'), ('HI', 'hawaii'), ('ID', 'idaho'), ('IL', 'illinois'), ('IN', 'indiana'), ('IA', 'iowa'), ('KS', 'kansas'), ('KY', 'kentucky'), ('LA', 'louisiana'), ('ME', 'maine'), ('MD', 'maryland'), ('MA', 'massachusetts'), ('MI', 'michigan'), ('MN', 'minnesota'), ('MS', 'mississippi'), ('MO', 'missouri'), ('MT', 'montana'), ('NE', 'nebraska'), ('NV', 'nevada'), ('NH', 'new hampshire'), ('NJ', 'new jersey'), ('NM', 'new mexico'), ('NY', 'new york'), ('NC', 'north carolina'), ('ND', 'north dakota'), ('OH', 'ohio'), ('OK', 'oklahoma'), ('OR', 'oregon'), ('PA', 'pennsylvania'), ('RI', 'rhode island'), ('SC', 'south carolina'), ('SD', 'south dakota'), ('TN', 'tennessee'), ('TX', 'texas'), ('UT', 'utah'), ('VT', 'vermont'), ('VA', 'virginia'), ('WA', 'washington'), ('WV', 'west virginia'), ('WI', 'wisconsin'), ('WY', 'wyoming'), ('AS', 'american samoa'), ('GU', 'guam'), ('MP', 'northern mariana islands'), ('PR', 'puerto rico'), ('VI', 'u.s. virgin islands'), ('AA', 'armed forces americas'), ('AE', 'armed forces europe'), ('AP', 'armed forces pacific')) AS s ("code", "name")
  JOIN "shipping_info" i ON lower(trim(i."state")) IN (lower(s."code"), s."name")
  WHERE i."order_item_id" = (SELECT m."order_item_id" FROM "memberships" m WHERE m."id" = p."membership_id"));
