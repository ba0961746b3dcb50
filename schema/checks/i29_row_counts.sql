-- check: I29
-- class: L
-- title: 23 tables have exactly the rows of their Load Units
WITH counted AS (
            SELECT 'customer' AS table_name, count(*) AS actual, 1000 AS per_unit, 0 AS fixed FROM customer
  UNION ALL SELECT 'customer_account', count(*), 5000, 0 FROM customer_account
  UNION ALL SELECT 'customer_taxrate', count(*), 2000, 0 FROM customer_taxrate
  UNION ALL SELECT 'watch_list', count(*), 1000, 0 FROM watch_list
  UNION ALL SELECT 'broker', count(*), 10, 0 FROM broker
  UNION ALL SELECT 'company', count(*), 500, 0 FROM company
  UNION ALL SELECT 'company_competitor', count(*), 1500, 0 FROM company_competitor
  UNION ALL SELECT 'security', count(*), 685, 0 FROM security
  UNION ALL SELECT 'last_trade', count(*), 685, 0 FROM last_trade
  UNION ALL SELECT 'daily_market', count(*), 685 * 1305, 0 FROM daily_market
  UNION ALL SELECT 'financial', count(*), 10000, 0 FROM financial
  UNION ALL SELECT 'news_item', count(*), 1000, 0 FROM news_item
  UNION ALL SELECT 'news_xref', count(*), 1000, 0 FROM news_xref
  UNION ALL SELECT 'address', count(*), 1500, 4 FROM address
  UNION ALL SELECT 'charge', count(*), 0, 15 FROM charge
  UNION ALL SELECT 'commission_rate', count(*), 0, 240 FROM commission_rate
  UNION ALL SELECT 'exchange', count(*), 0, 4 FROM exchange
  UNION ALL SELECT 'industry', count(*), 0, 102 FROM industry
  UNION ALL SELECT 'sector', count(*), 0, 12 FROM sector
  UNION ALL SELECT 'status_type', count(*), 0, 5 FROM status_type
  UNION ALL SELECT 'taxrate', count(*), 0, 320 FROM taxrate
  UNION ALL SELECT 'trade_type', count(*), 0, 5 FROM trade_type
  UNION ALL SELECT 'zip_code', count(*), 0, 14741 FROM zip_code
)
SELECT table_name
     , actual
     , fixed + per_unit::bigint * load_units AS expected
FROM counted
CROSS JOIN quartet_load
WHERE actual <> fixed + per_unit::bigint * load_units;
