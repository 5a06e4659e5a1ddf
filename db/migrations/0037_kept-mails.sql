CREATE TABLE "kept_mails" (
	"mail_id" uuid PRIMARY KEY NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"answer" text NOT NULL,
	"subject" text,
	"text" text,
	"html" text,
	"gone_because" text,
	CONSTRAINT "kept_mails_gone" CHECK (("kept_mails"."gone_because" is null) = ("kept_mails"."html" is not null)),
	CONSTRAINT "kept_mails_gone_because" CHECK ("kept_mails"."gone_because" in ('deleted', 'old'))
);
--> statement-breakpoint
DROP INDEX "outbox_once";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "copy" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "recipient" text collate "C";--> statement-breakpoint
ALTER TABLE "kept_mails" ADD CONSTRAINT "kept_mails_mail_id_outbox_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."outbox"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_mails_age" ON "kept_mails" USING btree ("sent_at") WHERE "kept_mails"."gone_because" is null;--> statement-breakpoint
CREATE INDEX "outbox_recipient" ON "outbox" USING btree ("recipient","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_once" ON "outbox" USING btree ("fact","kind","copy");