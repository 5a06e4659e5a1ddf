CREATE TABLE "credit_uses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"membership_id" uuid NOT NULL,
	"invoice_id" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"state" text DEFAULT 'kept' NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"placed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_uses_invoice_id_unique" UNIQUE("invoice_id"),
	CONSTRAINT "credit_uses_amount" CHECK ("credit_uses"."amount" >= 0),
	CONSTRAINT "credit_uses_state" CHECK ("credit_uses"."state" in ('kept', 'returned', 'spent'))
);
--> statement-breakpoint
ALTER TABLE "store_credit" DROP CONSTRAINT "store_credit_reason";--> statement-breakpoint
ALTER TABLE "demo_invoices" ADD COLUMN "credit_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_uses" ADD CONSTRAINT "credit_uses_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_uses_membership" ON "credit_uses" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "credit_uses_kept" ON "credit_uses" USING btree ("created_at") WHERE "credit_uses"."state" = 'kept';--> statement-breakpoint
ALTER TABLE "store_credit" ADD CONSTRAINT "store_credit_reason" CHECK ("store_credit"."reason" in ('return', 'staff', 'unshipped', 'code', 'renewal', 'unused', 'given-up'));--> statement-breakpoint
CREATE OR REPLACE FUNCTION "store_credit_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- What the staff wrote to somebody goes with their data; the line itself stays.
  IF TG_OP = 'UPDATE' AND NEW."words" IS NULL AND to_jsonb(NEW) - 'words' = to_jsonb(OLD) - 'words' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the store credit is not edited: write another line';
END $$;
