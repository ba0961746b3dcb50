-- check: I20
-- class: L
-- title: the tax of a trade is that on the gain of its closed lots, for accounts that pay tax, at the owner's rates
WITH gains AS (
  SELECT hh_t_id
       , sum((hh_before_qty - hh_after_qty) * (changer.t_trade_price - opener.t_trade_price)) AS gain
  FROM holding_history
  JOIN trade AS changer ON changer.t_id = hh_t_id
  JOIN trade AS opener ON opener.t_id = hh_h_t_id
  WHERE hh_h_t_id <> hh_t_id
  GROUP BY hh_t_id
), rates AS (
  SELECT cx_c_id
       , sum(tx_rate) AS rate
  FROM customer_taxrate
  JOIN taxrate ON tx_id = cx_tx_id
  GROUP BY cx_c_id
)
SELECT t_id
     , t_tax
FROM trade
JOIN customer_account ON ca_id = t_ca_id
JOIN rates ON cx_c_id = ca_c_id
LEFT JOIN gains ON hh_t_id = t_id
WHERE t_tax <> CASE
                 WHEN ca_tax_st = 0 OR coalesce(gain, 0) <= 0 THEN 0
                 ELSE round(gain * rate, 2)
               END;
