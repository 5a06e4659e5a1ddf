CREATE TABLE "mail_optouts" (
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"token" text NOT NULL,
	"opted_out_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_optouts_email_kind_pk" PRIMARY KEY("email","kind"),
	CONSTRAINT "mail_optouts_token_unique" UNIQUE("token"),
	CONSTRAINT "mail_optouts_kind" CHECK ("mail_optouts"."kind" in ('gift-reminders', 'yearly-summary'))
);
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plan_id" text NOT NULL,
	"now_price" numeric(10, 2) NOT NULL,
	"then_price" numeric(10, 2) NOT NULL,
	"effective_on" date NOT NULL,
	"announced_on" date NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_changes_ahead" CHECK ("price_changes"."effective_on" >= "price_changes"."announced_on" + 30),
	CONSTRAINT "price_changes_prices" CHECK ("price_changes"."then_price" > 0 and "price_changes"."then_price" <> "price_changes"."now_price")
);
--> statement-breakpoint
CREATE INDEX "price_changes_plan" ON "price_changes" USING btree ("plan_id","effective_on");--> statement-breakpoint
CREATE INDEX "boxes_shipped" ON "boxes" USING btree ("shipped_at") WHERE "boxes"."shipped_at" is not null;