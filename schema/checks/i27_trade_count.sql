-- check: I27
-- class: L
-- title: number of trades, exactly, per Load Unit
WITH loaded AS (
  SELECT ((t_ca_id - 1) / 10 - 4300000000) / 1000 AS unit
       , count(*) AS trades
  FROM trade
  GROUP BY 1
), expected AS (
  SELECT generate_series(0::bigint, load_units - 1) AS unit
       , 57600::bigint * trade_days AS trades
  FROM quartet_load
)
SELECT unit
     , loaded.trades
     , expected.trades AS expected_trades
FROM expected
FULL JOIN loaded USING (unit)
WHERE loaded.trades IS DISTINCT FROM expected.trades;
