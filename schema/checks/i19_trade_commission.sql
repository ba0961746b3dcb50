-- check: I19
-- class: L
-- title: commission by tier, type, exchange and quantity band, with exactly one rate
WITH rated AS (
  SELECT t_id
       , count(cr_rate) AS rates
       , max(cr_rate) AS rate
  FROM trade
  JOIN customer_account ON ca_id = t_ca_id
  JOIN customer ON c_id = ca_c_id
  JOIN security ON s_symb = t_s_symb
  LEFT JOIN commission_rate
    ON cr_c_tier = c_tier
   AND cr_tt_id = t_tt_id
   AND cr_ex_id = s_ex_id
   AND t_qty BETWEEN cr_from_qty AND cr_to_qty
  GROUP BY t_id
)
SELECT t_id
     , t_comm
     , rates
     , rate
FROM rated
JOIN trade USING (t_id)
WHERE rates <> 1
   OR t_comm <> round(t_qty * t_trade_price * rate / 100, 2);
