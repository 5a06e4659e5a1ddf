CREATE TABLE "share_pictures" (
	"hash" text NOT NULL,
	"kind" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "share_pictures_hash_kind_pk" PRIMARY KEY("hash","kind"),
	CONSTRAINT "share_pictures_kind" CHECK ("share_pictures"."kind" in ('share', 'mail', 'box'))
);
--> statement-breakpoint
CREATE TABLE "mail_readings" (
	"place" text PRIMARY KEY NOT NULL,
	"size" integer NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "mail_readings_reason" CHECK ("mail_readings"."reason" in ('time', 'memory', 'output', 'crash'))
);
--> statement-breakpoint
CREATE TABLE "shop_notices" (
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"amount" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shop_notices_kind_about_pk" PRIMARY KEY("kind","about"),
	CONSTRAINT "shop_notices_kind" CHECK ("shop_notices"."kind" in ('stood still', 'page lost', 'refused often'))
);
--> statement-breakpoint
CREATE INDEX "mail_readings_open" ON "mail_readings" USING btree ("started_at") WHERE "mail_readings"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "mail_readings_ended" ON "mail_readings" USING btree ("ended_at");