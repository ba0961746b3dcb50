-- check: I09
-- class: A
-- title: the history of a lot ends at its current quantity, or at 0 if the lot is closed
WITH moved AS (
  SELECT hh_h_t_id
       , sum(hh_after_qty - hh_before_qty) AS quantity
  FROM holding_history
  GROUP BY hh_h_t_id
)
SELECT coalesce(hh_h_t_id, h_t_id) AS lot
     , quantity
     , h_qty
FROM moved
FULL JOIN holding ON h_t_id = hh_h_t_id
WHERE hh_h_t_id IS NULL
   OR quantity <> coalesce(h_qty, 0);
