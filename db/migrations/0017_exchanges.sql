CREATE TABLE "box_feedback" (
	"box_id" uuid PRIMARY KEY NOT NULL,
	"fit" text,
	"taste" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "box_feedback_fit" CHECK ("box_feedback"."fit" in ('tight', 'right', 'loose')),
	CONSTRAINT "box_feedback_taste" CHECK ("box_feedback"."taste" in ('love', 'fine', 'not_for_me'))
);
--> statement-breakpoint
CREATE TABLE "exchanges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"box_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"remedy" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"asked_by" text NOT NULL,
	"wanted_product_id" uuid,
	"wanted_size" text,
	"details" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"replacement_box_id" uuid,
	"refund_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exchanges_replacement" UNIQUE("replacement_box_id"),
	CONSTRAINT "exchanges_kind" CHECK ("exchanges"."kind" in ('size', 'style', 'damaged', 'return')),
	CONSTRAINT "exchanges_remedy" CHECK ("exchanges"."remedy" in ('replacement', 'refund', 'credit')),
	CONSTRAINT "exchanges_state" CHECK ("exchanges"."state" in ('requested', 'received', 'shipped', 'refunded', 'credited', 'closed', 'cancelled', 'expired')),
	CONSTRAINT "exchanges_asked_by" CHECK ("exchanges"."asked_by" in ('member', 'guest', 'owner')),
	CONSTRAINT "exchanges_wanted" CHECK ("exchanges"."remedy" <> 'replacement' or ("exchanges"."wanted_product_id" is not null and "exchanges"."wanted_size" is not null and "exchanges"."replacement_box_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "store_credit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"reason" text NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_credit_reference_unique" UNIQUE("reference"),
	CONSTRAINT "store_credit_amount" CHECK ("store_credit"."amount" <> 0),
	CONSTRAINT "store_credit_reason" CHECK ("store_credit"."reason" in ('return', 'code', 'unused'))
);
--> statement-breakpoint
ALTER TABLE "boxes" DROP CONSTRAINT "boxes_state";--> statement-breakpoint
ALTER TABLE "promotion_codes" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "box_feedback" ADD CONSTRAINT "box_feedback_box_id_boxes_id_fk" FOREIGN KEY ("box_id") REFERENCES "public"."boxes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_box_id_boxes_id_fk" FOREIGN KEY ("box_id") REFERENCES "public"."boxes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_wanted_product_id_products_id_fk" FOREIGN KEY ("wanted_product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_replacement_box_id_boxes_id_fk" FOREIGN KEY ("replacement_box_id") REFERENCES "public"."boxes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_credit" ADD CONSTRAINT "store_credit_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "exchanges_one_of_box" ON "exchanges" USING btree ("box_id") WHERE "exchanges"."state" not in ('cancelled', 'expired');--> statement-breakpoint
CREATE INDEX "exchanges_by_state" ON "exchanges" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "exchanges_due" ON "exchanges" USING btree ("expires_at") WHERE "exchanges"."state" = 'requested';--> statement-breakpoint
CREATE INDEX "store_credit_person" ON "store_credit" USING btree ("person_id","created_at");--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_state" CHECK ("boxes"."state" in ('owed', 'assigned', 'packed', 'shipped', 'delivered', 'returned', 'skipped', 'cancelled', 'refunded', 'held'));--> statement-breakpoint
-- Nobody's store credit is ever below zero, whoever writes in which order: looked at when the transaction ends, with the
-- person's row held, so that of two who spend at once the second one sees the first. NO KEY: the lines' own references
-- to the person lock its key already, and two of them would wait for each other.
CREATE FUNCTION "store_credit_not_below_zero"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE balance numeric;
BEGIN
  PERFORM 1 FROM "people" WHERE "id" = NEW."person_id" FOR NO KEY UPDATE;
  SELECT sum("amount") INTO balance FROM "store_credit" WHERE "person_id" = NEW."person_id";
  IF balance < 0 THEN
    RAISE EXCEPTION 'store credit would be below zero' USING ERRCODE = 'check_violation', CONSTRAINT = 'store_credit_not_below_zero';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "store_credit_balance" AFTER INSERT ON "store_credit" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "store_credit_not_below_zero"();
--> statement-breakpoint
CREATE FUNCTION "store_credit_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the store credit is not edited: write another line'; END $$;
--> statement-breakpoint
CREATE TRIGGER "store_credit_kept" BEFORE UPDATE OR DELETE ON "store_credit" FOR EACH ROW EXECUTE FUNCTION "store_credit_is_kept"();
