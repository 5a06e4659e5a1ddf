CREATE TABLE "stray_movements" (
	"id" text PRIMARY KEY NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"became" text,
	"became_id" text,
	"note" text,
	CONSTRAINT "stray_movements_became" CHECK ("stray_movements"."became" in ('order', 'credit', 'noted'))
);
--> statement-breakpoint
CREATE TABLE "dispute_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"dispute_id" text NOT NULL,
	"status" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"due_by" timestamp with time zone,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "dispute_changes_status" CHECK ("dispute_changes"."status" in ('warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review', 'won', 'lost', 'prevented'))
);
--> statement-breakpoint
CREATE TABLE "lost_taxes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"dispute_id" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"tax" numeric(10, 2) NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"tax_reversal_id" text
);
--> statement-breakpoint
CREATE TABLE "refund_tries" (
	"provider_id" text NOT NULL,
	"refund_id" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"came_back_at" timestamp with time zone,
	CONSTRAINT "refund_tries_provider_id_refund_id_pk" PRIMARY KEY("provider_id","refund_id")
);
--> statement-breakpoint
ALTER TABLE "balance_movements" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "balance_movements" ADD COLUMN "intent_id" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "status" text DEFAULT 'needs_response' NOT NULL;--> statement-breakpoint
UPDATE "disputes" SET "status" = CASE "state" WHEN 'inquiry' THEN 'warning_needs_response'
	WHEN 'won' THEN CASE WHEN "opened_at" IS NULL THEN 'warning_closed' ELSE 'won' END ELSE 'lost' END
	WHERE "state" <> 'open';--> statement-breakpoint
ALTER TABLE "membership_payments" ADD COLUMN "adopted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dispute_changes" ADD CONSTRAINT "dispute_changes_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lost_taxes" ADD CONSTRAINT "lost_taxes_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lost_taxes" ADD CONSTRAINT "lost_taxes_payment_id_membership_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."membership_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_tries" ADD CONSTRAINT "refund_tries_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stray_movements_open" ON "stray_movements" USING btree ("at") WHERE "stray_movements"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "dispute_changes_dispute" ON "dispute_changes" USING btree ("dispute_id");--> statement-breakpoint
CREATE INDEX "lost_taxes_payment" ON "lost_taxes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "lost_taxes_dispute" ON "lost_taxes" USING btree ("dispute_id");--> statement-breakpoint
CREATE INDEX "refund_tries_refund" ON "refund_tries" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "balance_movements_source" ON "balance_movements" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "balance_movements_intent" ON "balance_movements" USING btree ("intent_id");--> statement-breakpoint
-- What is known of each dispute: when the bank asked, took the money and decided.
INSERT INTO "dispute_changes" ("dispute_id", "status", "amount", "due_by", "at")
	SELECT d."id", s."status", d."amount", CASE WHEN s."place" = 3 OR d."state" IN ('inquiry', 'open') THEN d."due_by" END, s."at"
	FROM "disputes" d CROSS JOIN LATERAL (VALUES
		(1, 'warning_needs_response', CASE WHEN d."opened_at" IS NULL OR d."created_at" < d."opened_at" THEN d."created_at" END),
		(2, 'needs_response', d."opened_at"),
		(3, d."status", CASE WHEN d."state" IN ('won', 'lost') THEN coalesce(d."closed_at", d."updated_at") END)
	) AS s("place", "status", "at") WHERE s."at" IS NOT NULL ORDER BY s."at", s."place";--> statement-breakpoint
CREATE FUNCTION "dispute_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' OR (NEW.status, NEW.amount, NEW.due_by) IS DISTINCT FROM (OLD.status, OLD.amount, OLD.due_by) THEN
		INSERT INTO dispute_changes (dispute_id, status, amount, due_by, at)
			VALUES (NEW.id, NEW.status, NEW.amount, NEW.due_by, NEW.updated_at);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "dispute_history" AFTER INSERT OR UPDATE ON "disputes" FOR EACH ROW EXECUTE FUNCTION "dispute_changed"();--> statement-breakpoint
INSERT INTO "refund_tries" ("provider_id", "refund_id", "made_at", "came_back_at")
	SELECT r."provider_id", r."id", r."created_at", (SELECT max(v."at") FROM "refund_moves" v
		WHERE v."refund_id" = r."id" AND v."kind" = 'failed' AND r."status" IN ('failed', 'settled'))
	FROM "refunds" r WHERE r."provider_id" IS NOT NULL;--> statement-breakpoint
CREATE FUNCTION "refund_tried"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.provider_id IS NULL THEN
		RETURN NULL;
	END IF;
	INSERT INTO refund_tries (provider_id, refund_id, made_at)
		VALUES (NEW.provider_id, NEW.id, CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END)
		ON CONFLICT DO NOTHING;
	IF NEW.status = 'failed' THEN
		UPDATE refund_tries SET came_back_at = coalesce(came_back_at, CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END)
			WHERE provider_id = NEW.provider_id AND refund_id = NEW.id;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "refund_history" AFTER INSERT OR UPDATE OF "provider_id", "status" ON "refunds" FOR EACH ROW EXECUTE FUNCTION "refund_tried"();--> statement-breakpoint
-- The whole balance is read once more, which tells the payment behind each movement.
DELETE FROM "settings" WHERE "key" = 'balanceReadUntil';
