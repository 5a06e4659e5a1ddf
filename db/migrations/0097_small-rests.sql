-- A permanent code left some memberships less of a later term than a card can be charged, which the provider carries over:
-- payments of 0, 60, 0 and 60 cents. Their terms count as not told, so the worker tells the provider again, by the rule of
-- domain/promotion.ts that takes off all of such a term.
UPDATE "memberships" SET "provider_price" = 0 WHERE "renews" AND "id" IN (
	SELECT m."id" FROM "memberships" m
	JOIN "order_items" i ON i."id" = m."order_item_id"
	JOIN "checkouts" c ON c."order_id" = i."order_id"
	LEFT JOIN "promotion_codes" p ON p."code" = c."promotion_code"
	CROSS JOIN LATERAL (SELECT coalesce((c."snapshot" -> 'items' -> i."position" ->> 'renewalDiscountCents')::int, 0) AS "cents") off
	CROSS JOIN LATERAL (VALUES (coalesce(m."renewal_price", i."price") * 100), (m."provider_price" * 100)) price("cents")
	WHERE m."renews" AND off."cents" > 0 AND (
		(price."cents" - off."cents" > 0 AND price."cents" - off."cents" < 50)
		OR (p."percent_off" IS NOT NULL AND price."cents" * (100 - p."percent_off") > 0 AND price."cents" * (100 - p."percent_off") < 5000)
	)
);
