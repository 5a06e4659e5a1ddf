CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"call" text NOT NULL,
	"input" jsonb NOT NULL,
	"user_id" uuid NOT NULL,
	"username" text NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"order_id" uuid,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approvals_state" CHECK ("approvals"."state" in ('waiting', 'approved', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "given_away" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"username" text NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"order_id" uuid,
	"approved_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "given_away_kind" CHECK ("given_away"."kind" in ('credit', 'refund', 'free-belts', 'free-order', 'free-code', 'replacement', 'write-off')),
	CONSTRAINT "given_away_amount" CHECK ("given_away"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "store_credit" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "exchanges" ADD COLUMN "kept" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "given_away" ADD CONSTRAINT "given_away_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "given_away" ADD CONSTRAINT "given_away_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_waiting" ON "approvals" USING btree ("created_at") WHERE "approvals"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "given_away_day" ON "given_away" USING btree ("created_at","user_id");--> statement-breakpoint
CREATE INDEX "given_away_order" ON "given_away" USING btree ("order_id") WHERE "given_away"."order_id" is not null;--> statement-breakpoint
ALTER TABLE "store_credit" ADD CONSTRAINT "store_credit_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "store_credit_order" ON "store_credit" USING btree ("order_id") WHERE "store_credit"."order_id" is not null;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_kept" CHECK ("exchanges"."kept" >= 0);