-- Every change of a lot once. In each lot, the quantities after a change are those before the next change and, last,
-- the quantity of the lot.
WITH figures AS (
  SELECT sum((hashint4extended(0, hh_t_id) >> 20) * (hh_before_qty - hh_after_qty)) AS quantities
       , sum(hashint4extended(hh_after_qty, hh_h_t_id)) FILTER (WHERE hh_after_qty <> 0) AS after
       , sum(hashint4extended(hh_before_qty, hh_h_t_id)) FILTER (WHERE hh_before_qty <> 0) AS before
       , count(*) FILTER (
           WHERE (hh_h_t_id = hh_t_id AND (hh_before_qty <> 0 OR hh_after_qty = 0))
              OR (hh_h_t_id <> hh_t_id
                  AND (hh_before_qty = 0
                       OR abs(hh_after_qty) >= abs(hh_before_qty)
                       OR hh_after_qty * sign(hh_before_qty) < 0))
         ) AS misshapen
  FROM holding_history
)
SELECT quantities AS i08
     , after - before AS i09
     , misshapen AS i10
     , after - before + misshapen AS i11
     , quantities + misshapen AS i13
FROM figures;
