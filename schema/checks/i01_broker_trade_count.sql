-- check: I01
-- class: A
-- title: broker trade counter equals the completed trades of the broker's accounts
WITH completed AS (
  SELECT ca_b_id
       , count(*) AS trades
  FROM trade
  JOIN customer_account ON ca_id = t_ca_id
  WHERE t_st_id = 'CMPT'
  GROUP BY ca_b_id
)
SELECT b_id
     , b_num_trades
     , coalesce(trades, 0) AS completed_trades
FROM broker
LEFT JOIN completed ON ca_b_id = b_id
WHERE b_num_trades <> coalesce(trades, 0);
