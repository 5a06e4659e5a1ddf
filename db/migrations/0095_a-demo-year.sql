CREATE TABLE "demo_disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"due_by" timestamp with time zone NOT NULL,
	"staged_at" timestamp with time zone,
	"submitted_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_disputes_intent_id_unique" UNIQUE("intent_id"),
	CONSTRAINT "demo_disputes_status" CHECK ("demo_disputes"."status" in ('warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review', 'won', 'lost', 'prevented'))
);
--> statement-breakpoint
CREATE TABLE "demo_year" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"state" text NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"step" text DEFAULT '' NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"filled_at" timestamp with time zone,
	"before" "bytea",
	CONSTRAINT "demo_year_only" CHECK ("demo_year"."only"),
	CONSTRAINT "demo_year_state" CHECK ("demo_year"."state" in ('filling', 'filled')),
	CONSTRAINT "demo_year_before" CHECK (("demo_year"."state" = 'filled') = ("demo_year"."before" is not null))
);
