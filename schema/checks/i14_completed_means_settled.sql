-- check: I14
-- class: A
-- title: a completed trade has a price and a settlement, other trades have no settlement
SELECT t_id
FROM trade
LEFT JOIN settlement ON se_t_id = t_id
WHERE (t_st_id = 'CMPT') <> (se_t_id IS NOT NULL)
   OR (t_st_id = 'CMPT' AND t_trade_price IS NULL);
