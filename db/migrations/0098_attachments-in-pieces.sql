CREATE TABLE "mail_attachment_pieces" (
	"attachment_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "mail_attachment_pieces_attachment_id_place_pk" PRIMARY KEY("attachment_id","place")
);
--> statement-breakpoint
ALTER TABLE "mail_attachment_pieces" ADD CONSTRAINT "mail_attachment_pieces_attachment_id_mail_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."mail_attachments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Pictures and PDFs are compressed already.
ALTER TABLE "mail_attachment_pieces" ALTER COLUMN "content" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "mail_attachments" ALTER COLUMN "content" SET STORAGE EXTERNAL;
