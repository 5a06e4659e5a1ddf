CREATE TABLE "contact_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"message_id" uuid NOT NULL,
	"user_id" uuid,
	"username" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbound_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"message_id" uuid NOT NULL,
	"place" text NOT NULL,
	"digest" text NOT NULL,
	"rfc_id" text DEFAULT '' NOT NULL,
	"from_name" text DEFAULT '' NOT NULL,
	"from_email" text NOT NULL,
	"asks_for" text,
	"verified_by" text,
	"is_first" boolean NOT NULL,
	"text" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbound_mails_place_unique" UNIQUE("place"),
	CONSTRAINT "inbound_mails_verified" CHECK ("inbound_mails"."verified_by" in ('server', 'reply'))
);
--> statement-breakpoint
CREATE TABLE "mail_attachments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"mail_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text,
	"size" integer NOT NULL,
	"content" "bytea"
);
--> statement-breakpoint
CREATE TABLE "mailbox_places" (
	"folder" text PRIMARY KEY NOT NULL,
	"validity" text NOT NULL,
	"uid" bigint NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_links" DROP CONSTRAINT "account_links_purpose";--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "origin" text DEFAULT 'form' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "verified_by" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "aside" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "follows" uuid;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "waiting_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "snoozed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "assignee" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "writer" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "writer_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_notes" ADD CONSTRAINT "contact_notes_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_notes" ADD CONSTRAINT "contact_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD CONSTRAINT "inbound_mails_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_attachments" ADD CONSTRAINT "mail_attachments_mail_id_inbound_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."inbound_mails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_notes_message" ON "contact_notes" USING btree ("message_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_mails_digest" ON "inbound_mails" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "inbound_mails_thread" ON "inbound_mails" USING btree ("message_id","created_at");--> statement-breakpoint
CREATE INDEX "inbound_mails_rfc" ON "inbound_mails" USING btree ("rfc_id") WHERE "inbound_mails"."rfc_id" <> '';--> statement-breakpoint
CREATE INDEX "inbound_mails_email" ON "inbound_mails" USING btree ("from_email","created_at");--> statement-breakpoint
CREATE INDEX "mail_attachments_mail" ON "mail_attachments" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "contact_messages_waiting" ON "contact_messages" USING btree ("waiting_since","id");--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_purpose" CHECK ("account_links"."purpose" in ('sign-in', 'gift', 'data-copy', 'data-deletion'));--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_verified" CHECK ("contact_messages"."verified_by" in ('order', 'server', 'reply', 'staff'));--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_aside" CHECK ("contact_messages"."aside" in ('spam', 'automatic', 'bounce', 'list', 'loop', 'own'));--> statement-breakpoint
UPDATE "contact_messages" SET "waiting_since" = "created_at";
