-- check: I19
-- class: L
-- title: commission follows from tier, type, exchange and quantity band, with exactly one rate
WITH quantities AS (
  SELECT DISTINCT t_qty AS quantity
  FROM trade
), rates AS (
  SELECT cr_c_tier
       , cr_tt_id
       , cr_ex_id
       , quantity
       , count(*) AS rates
       , max(cr_rate) AS rate
  FROM quantities
  JOIN commission_rate ON quantity BETWEEN cr_from_qty AND cr_to_qty
  GROUP BY cr_c_tier, cr_tt_id, cr_ex_id, quantity
)
SELECT t_id
     , t_comm
     , rates
     , rate
FROM trade
JOIN customer_account ON ca_id = t_ca_id
JOIN customer ON c_id = ca_c_id
JOIN security ON s_symb = t_s_symb
LEFT JOIN rates
  ON cr_c_tier = c_tier
 AND cr_tt_id = t_tt_id
 AND cr_ex_id = s_ex_id
 AND quantity = t_qty
WHERE rates IS DISTINCT FROM 1
   OR t_comm <> round(t_qty * t_trade_price * rate / 100, 2);
