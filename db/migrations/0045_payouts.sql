CREATE TABLE "balance_movements" (
	"id" text PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"fee" numeric(10, 2) DEFAULT 0 NOT NULL,
	"source_id" text,
	"description" text,
	"payout_id" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "balance_movements_at" ON "balance_movements" USING btree ("at");--> statement-breakpoint
CREATE INDEX "balance_movements_payout" ON "balance_movements" USING btree ("payout_id") WHERE "balance_movements"."payout_id" is not null;
