-- check: I10
-- class: A
-- title: a history row either creates its lot from 0 or shrinks it without crossing 0
SELECT hh_h_t_id
     , hh_t_id
     , hh_before_qty
     , hh_after_qty
FROM holding_history
WHERE (hh_h_t_id = hh_t_id AND (hh_before_qty <> 0 OR hh_after_qty = 0))
   OR (hh_h_t_id <> hh_t_id
       AND (hh_before_qty = 0
            OR abs(hh_after_qty) >= abs(hh_before_qty)
            OR hh_after_qty * sign(hh_before_qty) < 0));
