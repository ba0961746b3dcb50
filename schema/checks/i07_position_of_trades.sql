-- check: I07
-- class: A
-- title: position of an account in a symbol equals the signed sum of its completed trades
WITH traded AS (
  SELECT t_ca_id
       , t_s_symb
       , sum(CASE WHEN tt_is_sell THEN -t_qty ELSE t_qty END) AS quantity
  FROM trade
  JOIN trade_type ON tt_id = t_tt_id
  WHERE t_st_id = 'CMPT'
  GROUP BY t_ca_id, t_s_symb
)
SELECT coalesce(t_ca_id, hs_ca_id) AS account
     , coalesce(t_s_symb, hs_s_symb) AS symbol
     , quantity
     , hs_qty
FROM traded
FULL JOIN holding_summary ON hs_ca_id = t_ca_id AND hs_s_symb = t_s_symb
WHERE coalesce(quantity, 0) <> coalesce(hs_qty, 0);
