CREATE TABLE "dead_addresses" (
	"email" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"words" text NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dead_addresses_kind" CHECK ("dead_addresses"."kind" in ('bounce', 'complaint')),
	CONSTRAINT "dead_addresses_source" CHECK ("dead_addresses"."source" in ('smtp', 'mailbox', 'ses', 'postmark', 'desk'))
);
--> statement-breakpoint
CREATE TABLE "letter_readers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"letter_id" uuid NOT NULL,
	"email" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"sent_at" timestamp with time zone,
	"problem" text,
	CONSTRAINT "letter_readers_once" UNIQUE("letter_id","email"),
	CONSTRAINT "letter_readers_state" CHECK ("letter_readers"."state" in ('waiting', 'queued', 'sent', 'bounced', 'complained', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"month" text NOT NULL,
	"username" text,
	"subject" text NOT NULL,
	"preview" text DEFAULT '' NOT NULL,
	"blocks" jsonb NOT NULL,
	"audience" jsonb NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"send_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"listed_after" text,
	"listed_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"stopped_because" text,
	"sent_before" integer DEFAULT 0 NOT NULL,
	"bounced_before" integer DEFAULT 0 NOT NULL,
	"figures" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letters_slug_unique" UNIQUE("slug"),
	CONSTRAINT "letters_month" CHECK ("letters"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "letters_state" CHECK ("letters"."state" in ('draft', 'scheduled', 'sending', 'stopped', 'sent', 'ended'))
);
--> statement-breakpoint
ALTER TABLE "letter_readers" ADD CONSTRAINT "letter_readers_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dead_addresses_person" ON "dead_addresses" USING btree (md5("email"));--> statement-breakpoint
CREATE INDEX "letter_readers_state" ON "letter_readers" USING btree ("letter_id","state","id");--> statement-breakpoint
CREATE INDEX "letter_readers_email" ON "letter_readers" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "letters_drafted" ON "letters" USING btree ("month") WHERE "letters"."username" is null;--> statement-breakpoint
CREATE INDEX "letters_newest" ON "letters" USING btree ("created_at","id");