-- check: I24
-- class: A
-- title: trade requests are exactly the pending limit orders and repeat their trade
WITH pending AS (
  SELECT trade.*
       , ca_b_id
  FROM trade
  JOIN customer_account ON ca_id = t_ca_id
  WHERE t_st_id = 'PNDG'
)
SELECT coalesce(t_id, tr_t_id) AS t_id
FROM pending
FULL JOIN trade_request ON tr_t_id = t_id
WHERE t_id IS NULL
   OR tr_t_id IS NULL
   OR tr_tt_id <> t_tt_id
   OR tr_s_symb <> t_s_symb
   OR tr_qty <> t_qty
   OR tr_bid_price <> t_bid_price
   OR tr_b_id <> ca_b_id
   OR tr_tt_id NOT IN ('TLB', 'TLS', 'TSL');
