CREATE TABLE "changed_memberships" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"membership_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"of_what" text DEFAULT '' NOT NULL,
	"by_what" text DEFAULT '' NOT NULL,
	"number" integer NOT NULL,
	"amount" numeric DEFAULT '0' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership_figures" (
	"membership_id" uuid PRIMARY KEY NOT NULL,
	"is_gift" boolean NOT NULL,
	"is_running" boolean NOT NULL,
	"renews" boolean NOT NULL,
	"plan_id" text NOT NULL,
	"cohort" text NOT NULL,
	"drops" text[] NOT NULL,
	"joined_on" date NOT NULL,
	"lost_on" date,
	"recurring" numeric,
	"stage" text,
	"worth" numeric(10, 2) NOT NULL,
	"due_on" date,
	"term" numeric(10, 2),
	"off" numeric(10, 2),
	CONSTRAINT "membership_figures_stage" CHECK (("membership_figures"."stage" is not null) = "membership_figures"."is_gift")
);
--> statement-breakpoint
CREATE TABLE "quiz_sources" (
	"day" date NOT NULL,
	"version" integer NOT NULL,
	"step" integer NOT NULL,
	"source" text NOT NULL,
	"medium" text NOT NULL,
	"campaign" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "quiz_sources_day_source_medium_campaign_version_step_pk" PRIMARY KEY("day","source","medium","campaign","version","step"),
	CONSTRAINT "quiz_sources_step" CHECK ("quiz_sources"."step" between 1 and 7)
);
--> statement-breakpoint
ALTER TABLE "box_counts" ADD COLUMN "value" numeric(10, 2) DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "figure_lines_kind" ON "figure_lines" USING btree ("kind","of_what");--> statement-breakpoint
CREATE INDEX "membership_figures_joined" ON "membership_figures" USING btree ("joined_on","membership_id");--> statement-breakpoint
CREATE INDEX "membership_figures_lost" ON "membership_figures" USING btree ("lost_on","membership_id") WHERE "membership_figures"."lost_on" is not null;--> statement-breakpoint
CREATE INDEX "membership_figures_cohort" ON "membership_figures" USING btree ("cohort","plan_id","membership_id");--> statement-breakpoint
CREATE INDEX "membership_figures_stage_of" ON "membership_figures" USING btree ("stage","joined_on","membership_id") WHERE "membership_figures"."stage" is not null;--> statement-breakpoint
CREATE INDEX "membership_figures_due" ON "membership_figures" USING btree ("due_on","membership_id") WHERE "membership_figures"."due_on" is not null;--> statement-breakpoint
CREATE INDEX "boxes_left_unsaid" ON "boxes" USING btree ("updated_at") WHERE "boxes"."shipped_at" is null and "boxes"."state" in ('shipped', 'delivered', 'returned');--> statement-breakpoint
CREATE INDEX "membership_payments_intent" ON "membership_payments" USING btree ("intent_id") WHERE "membership_payments"."intent_id" is not null;--> statement-breakpoint
-- What boxes are worth stands beside how many there are.
LOCK TABLE "boxes" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "box_counts_follow"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO box_counts (drop, kind, state, boxes, value) SELECT drop, kind, state, count(*), sum(value) FROM fresh GROUP BY 1, 2, 3;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO box_counts (drop, kind, state, boxes, value) SELECT drop, kind, state, -count(*), -sum(value) FROM stale GROUP BY 1, 2, 3;
		INSERT INTO changed_memberships (membership_id) SELECT DISTINCT membership_id FROM stale;
	ELSE
		INSERT INTO box_counts (drop, kind, state, boxes, value) SELECT drop, kind, state, sum(n), sum(n * value)
		FROM (SELECT drop, kind, state, value, 1 AS n FROM fresh UNION ALL SELECT drop, kind, state, value, -1 FROM stale) AS moved
		GROUP BY 1, 2, 3 HAVING sum(n) <> 0 OR sum(n * value) <> 0;
		-- From one shelf of the house to another, nothing changes that is added up by membership.
		INSERT INTO changed_memberships (membership_id) SELECT DISTINCT f.membership_id FROM fresh f JOIN stale s ON s.id = f.id
		WHERE f.drop <> s.drop OR f.membership_id <> s.membership_id OR (f.state <> s.state
			AND NOT (f.state IN ('owed', 'assigned', 'packed', 'held') AND s.state IN ('owed', 'assigned', 'packed', 'held'))
			AND NOT (f.state IN ('shipped', 'delivered') AND s.state IN ('shipped', 'delivered')));
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO "box_counts" ("drop", "kind", "state", "boxes", "value") SELECT "drop", "kind", "state", 0, sum("value") FROM "boxes" GROUP BY 1, 2, 3;--> statement-breakpoint
CREATE FUNCTION "membership_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'memberships' AND TG_OP = 'INSERT' THEN
		INSERT INTO changed_memberships (membership_id) SELECT id FROM fresh;
	ELSIF TG_TABLE_NAME = 'memberships' THEN
		INSERT INTO changed_memberships (membership_id) SELECT f.id FROM fresh f JOIN stale s ON s.id = f.id
		WHERE (f.status, f.renews, f.is_gift, f.plan_id, f.paid_until, f.renewal_price, f.lost_at)
			IS DISTINCT FROM (s.status, s.renews, s.is_gift, s.plan_id, s.paid_until, s.renewal_price, s.lost_at);
	ELSIF TG_TABLE_NAME = 'membership_payments' AND TG_OP = 'INSERT' THEN
		INSERT INTO changed_memberships (membership_id) SELECT DISTINCT membership_id FROM fresh;
	ELSIF TG_TABLE_NAME = 'membership_payments' THEN
		INSERT INTO changed_memberships (membership_id) SELECT DISTINCT f.membership_id FROM fresh f JOIN stale s ON s.id = f.id
		WHERE (f.amount, f.tax, f.credit, f.box_count, f.dispute, f.paid_at, f.plan_id, f.intent_id)
			IS DISTINCT FROM (s.amount, s.tax, s.credit, s.box_count, s.dispute, s.paid_at, s.plan_id, s.intent_id);
	ELSIF TG_TABLE_NAME = 'refunds' THEN
		INSERT INTO changed_memberships (membership_id) SELECT DISTINCT p.membership_id FROM fresh f JOIN membership_payments p ON p.id = f.payment_id;
	ELSIF TG_TABLE_NAME = 'refund_moves' THEN
		INSERT INTO changed_memberships (membership_id) SELECT DISTINCT p.membership_id
		FROM fresh f JOIN refunds r ON r.id = f.refund_id JOIN membership_payments p ON p.id = r.payment_id;
	ELSE
		INSERT INTO changed_memberships (membership_id) SELECT DISTINCT p.membership_id FROM fresh f JOIN membership_payments p ON p.intent_id = f.intent_id;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "figures_new" AFTER INSERT ON "memberships" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "membership_changed"();--> statement-breakpoint
CREATE TRIGGER "figures_changed" AFTER UPDATE ON "memberships" REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "membership_changed"();--> statement-breakpoint
CREATE TRIGGER "figures_new" AFTER INSERT ON "membership_payments" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "membership_changed"();--> statement-breakpoint
CREATE TRIGGER "figures_changed" AFTER UPDATE ON "membership_payments" REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "membership_changed"();--> statement-breakpoint
CREATE TRIGGER "figures_new" AFTER INSERT ON "refunds" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "membership_changed"();--> statement-breakpoint
CREATE TRIGGER "figures_changed" AFTER UPDATE ON "refunds" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "membership_changed"();--> statement-breakpoint
CREATE TRIGGER "figures_new" AFTER INSERT ON "refund_moves" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "membership_changed"();--> statement-breakpoint
CREATE TRIGGER "figures_new" AFTER INSERT ON "disputes" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "membership_changed"();--> statement-breakpoint
CREATE TRIGGER "figures_changed" AFTER UPDATE ON "disputes" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "membership_changed"();--> statement-breakpoint
-- What was said of a belt, by belt: a box that left keeps its belt.
CREATE FUNCTION "feedback_figures"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		INSERT INTO figure_lines (kind, of_what, by_what, number) SELECT 'belt', b.product_id::text, said.word, -count(*)
		FROM stale s JOIN boxes b ON b.id = s.box_id CROSS JOIN LATERAL (VALUES ('any'), (s.fit), (s.taste)) AS said(word)
		WHERE said.word IS NOT NULL AND b.product_id IS NOT NULL GROUP BY 2, 3;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO figure_lines (kind, of_what, by_what, number) SELECT 'belt', b.product_id::text, said.word, count(*)
		FROM fresh f JOIN boxes b ON b.id = f.box_id CROSS JOIN LATERAL (VALUES ('any'), (f.fit), (f.taste)) AS said(word)
		WHERE said.word IS NOT NULL AND b.product_id IS NOT NULL GROUP BY 2, 3;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "figures_new" AFTER INSERT ON "box_feedback" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "feedback_figures"();--> statement-breakpoint
CREATE TRIGGER "figures_changed" AFTER UPDATE ON "box_feedback" REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION "feedback_figures"();--> statement-breakpoint
CREATE TRIGGER "figures_gone" AFTER DELETE ON "box_feedback" REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION "feedback_figures"();--> statement-breakpoint
INSERT INTO "figure_lines" ("kind", "of_what", "by_what", "number") SELECT 'belt', b.product_id::text, said.word, count(*)
FROM "box_feedback" f JOIN "boxes" b ON b.id = f.box_id CROSS JOIN LATERAL (VALUES ('any'), (f.fit), (f.taste)) AS said(word)
WHERE said.word IS NOT NULL AND b.product_id IS NOT NULL GROUP BY 2, 3;--> statement-breakpoint
-- The first adding up reads everything.
INSERT INTO "changed_memberships" ("membership_id") SELECT "id" FROM "memberships";
