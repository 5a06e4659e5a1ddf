CREATE TABLE "handovers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"membership_id" uuid NOT NULL,
	"from_email" text,
	"to_email" text NOT NULL,
	"to_name" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"choice" jsonb,
	"customer_id" text,
	"intent_id" text,
	"former_subscription_id" text,
	"username" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "handovers_state" CHECK ("handovers"."state" in ('asked', 'accepted', 'done', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "other_mailboxes" (
	"email" text PRIMARY KEY NOT NULL,
	"first_email" text NOT NULL,
	"username" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "other_mailboxes_two" CHECK ("other_mailboxes"."email" <> "other_mailboxes"."first_email")
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "theirs_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "handovers_membership" ON "handovers" USING btree ("membership_id");--> statement-breakpoint
CREATE UNIQUE INDEX "handovers_one_at_a_time" ON "handovers" USING btree ("membership_id") WHERE "handovers"."state" in ('asked', 'accepted');--> statement-breakpoint
CREATE INDEX "handovers_to_finish" ON "handovers" USING btree ("id") WHERE "handovers"."state" = 'accepted' or "handovers"."former_subscription_id" is not null;--> statement-breakpoint
CREATE INDEX "handovers_to" ON "handovers" USING btree ("to_email");--> statement-breakpoint
CREATE INDEX "handovers_from" ON "handovers" USING btree ("from_email");--> statement-breakpoint
CREATE INDEX "other_mailboxes_first" ON "other_mailboxes" USING btree ("first_email");--> statement-breakpoint
CREATE INDEX "other_mailboxes_id" ON "other_mailboxes" USING btree (md5("email"));--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at");