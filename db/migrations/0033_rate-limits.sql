CREATE TABLE "account_revocations" (
	"email" text PRIMARY KEY NOT NULL,
	"revoked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text NOT NULL,
	"slot" integer NOT NULL,
	"hits" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "rate_limits_key_slot_pk" PRIMARY KEY("key","slot")
);
--> statement-breakpoint
CREATE INDEX "rate_limits_age" ON "rate_limits" USING btree ("slot");