-- serves: Market-Watch F1 (MW1c)
-- plan:   Index Only Scan or Seq Scan (102 rows)
CREATE UNIQUE INDEX industry_by_name
ON industry (in_name)
INCLUDE (in_id);
