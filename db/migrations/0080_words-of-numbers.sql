-- The parser of search_words takes 2E7K for a number and a letter, so a typed word is parsed in the same way: an order
-- number such as BC-2E7K-9QMT had found nothing. A word that the parser drops is left out.
CREATE OR REPLACE FUNCTION "search_query"(said text) RETURNS tsquery LANGUAGE sql STABLE STRICT AS $$
	SELECT coalesce(string_agg(nullif(to_tsquery('pg_catalog.simple'::regconfig, quote_literal(w.word) || ':*')::text, ''), ' & ')::tsquery, ''::tsquery)
	FROM regexp_split_to_table(fold_words(said), E'[!-/:-@[-`{-~\\s]+') AS w(word) WHERE w.word <> ''
$$;
