-- check: I21
-- class: A
-- title: a trade's history has its current state, all states if it is completed, and PNDG only for limit orders
WITH states AS (
  SELECT th_t_id
       , count(*) AS state_rows
       , bool_or(th_st_id = 'PNDG') AS has_pending
       , bool_or(th_st_id = 'SBMT') AS has_submitted
       , bool_or(th_st_id = 'CMPT') AS has_completed
       , bool_or(th_st_id = 'CNCL') AS has_canceled
  FROM trade_history
  GROUP BY th_t_id
)
SELECT t_id
     , t_st_id
     , state_rows
FROM trade
JOIN trade_type ON tt_id = t_tt_id
LEFT JOIN states ON th_t_id = t_id
WHERE state_rows IS NULL
   OR NOT CASE t_st_id
            WHEN 'PNDG' THEN has_pending
            WHEN 'SBMT' THEN has_submitted
            WHEN 'CMPT' THEN has_completed
            WHEN 'CNCL' THEN has_canceled
            ELSE false
          END
   OR (tt_is_mrkt AND has_pending)
   OR (t_st_id = 'CMPT'
       AND (NOT has_submitted OR has_pending = tt_is_mrkt OR state_rows <> CASE WHEN tt_is_mrkt THEN 2 ELSE 3 END));
