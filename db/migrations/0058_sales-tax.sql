CREATE TABLE "sales_tax_rules" (
	"state" text NOT NULL,
	"from_day" date NOT NULL,
	"way" text NOT NULL,
	"rate_percent" numeric(6, 4),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sales_tax_rules_state_from_day_pk" PRIMARY KEY("state","from_day"),
	CONSTRAINT "sales_tax_rules_way" CHECK ("sales_tax_rules"."way" in ('rate', 'provider', 'none')),
	CONSTRAINT "sales_tax_rules_rate" CHECK (("sales_tax_rules"."way" = 'rate') = ("sales_tax_rules"."rate_percent" is not null)),
	CONSTRAINT "sales_tax_rules_percent" CHECK ("sales_tax_rules"."rate_percent" > 0 and "sales_tax_rules"."rate_percent" <= 20)
);
--> statement-breakpoint
CREATE TABLE "sales_tax_warnings" (
	"state" text NOT NULL,
	"level" integer NOT NULL,
	"year" integer NOT NULL,
	"warned_on" date NOT NULL,
	"seen_at" timestamp with time zone,
	CONSTRAINT "sales_tax_warnings_state_level_year_pk" PRIMARY KEY("state","level","year"),
	CONSTRAINT "sales_tax_warnings_level" CHECK ("sales_tax_warnings"."level" in (80, 100))
);
--> statement-breakpoint
CREATE TABLE "shipped_days" (
	"day" date NOT NULL,
	"plan_id" text NOT NULL,
	"state" text NOT NULL,
	"boxes" integer NOT NULL,
	"sales" integer NOT NULL,
	"value" numeric(10, 2) NOT NULL,
	CONSTRAINT "shipped_days_day_plan_id_state_pk" PRIMARY KEY("day","plan_id","state")
);
--> statement-breakpoint
ALTER TABLE "membership_payments" ADD COLUMN "plan_id" text;