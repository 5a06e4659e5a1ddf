CREATE TABLE "plan_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"membership_id" uuid NOT NULL,
	"from_plan_id" text NOT NULL,
	"to_plan_id" text NOT NULL,
	"price" numeric(10, 2) NOT NULL,
	"consent" jsonb NOT NULL,
	"username" text,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_changes_state" CHECK ("plan_changes"."state" in ('open', 'charged', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "price_run_members" (
	"run_id" uuid NOT NULL,
	"membership_id" uuid NOT NULL,
	"now_price" numeric(10, 2) NOT NULL,
	"then_price" numeric(10, 2) NOT NULL,
	"charge_on" date NOT NULL,
	"tell_on" date NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_run_members_run_id_membership_id_pk" PRIMARY KEY("run_id","membership_id"),
	CONSTRAINT "price_run_members_state" CHECK ("price_run_members"."state" in ('waiting', 'told', 'charged', 'undone', 'left'))
);
--> statement-breakpoint
ALTER TABLE "price_changes" DROP CONSTRAINT "price_changes_prices";--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "renewal_price" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "provider_plan_id" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "provider_price" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "demo_invoices" ADD COLUMN "plan_id" text;--> statement-breakpoint
ALTER TABLE "price_changes" ADD COLUMN "finished_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_run_members" ADD CONSTRAINT "price_run_members_run_id_price_changes_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."price_changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_run_members" ADD CONSTRAINT "price_run_members_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_changes_open" ON "plan_changes" USING btree ("membership_id") WHERE "plan_changes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "price_run_members_open" ON "price_run_members" USING btree ("membership_id") WHERE "price_run_members"."state" in ('waiting', 'told');--> statement-breakpoint
-- Of several that were announced the last one counts: it is carried out from here on, the others are history.
UPDATE "price_changes" c SET "finished_at" = now() WHERE EXISTS (SELECT 1 FROM "price_changes" l WHERE l."plan_id" = c."plan_id" AND l."withdrawn_at" IS NULL AND (l."effective_on", l."created_at", l."id") > (c."effective_on", c."created_at", c."id"));--> statement-breakpoint
CREATE UNIQUE INDEX "price_changes_running" ON "price_changes" USING btree ("plan_id") WHERE "price_changes"."withdrawn_at" is null and "price_changes"."finished_at" is null;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_prices" CHECK ("price_changes"."then_price" > 0);