-- check: I08
-- class: A
-- title: every completed trade is fully accounted for in the holding history
WITH moved AS (
  SELECT hh_t_id
       , sum(hh_after_qty - hh_before_qty) AS quantity
  FROM holding_history
  GROUP BY hh_t_id
)
SELECT t_id
     , t_qty
     , quantity
FROM trade
JOIN trade_type ON tt_id = t_tt_id
LEFT JOIN moved ON hh_t_id = t_id
WHERE t_st_id = 'CMPT'
  AND coalesce(quantity, 0) <> CASE WHEN tt_is_sell THEN -t_qty ELSE t_qty END;
