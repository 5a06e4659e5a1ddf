DROP INDEX "outbox_due";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "priority" smallint GENERATED ALWAYS AS (case when kind in ('magic-link', 'exchange-link', 'security-notice', 'newsletter-confirmation') then 0
          when kind like 'letter%' then 3
          when kind like '%-notice%' or kind like '%-reminder%' or kind in ('box-shipped', 'gift-progress', 'price-change', 'yearly-summary', 'card-expiring', 'choice-wanted') then 2
          else 1 end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("priority","run_at") WHERE "outbox"."sent_at" is null;