-- check: I58
-- class: A
-- title: commission bands cover 1 to 999999 without gap or overlap; one charge per type and tier
WITH bands AS (
  SELECT cr_c_tier
       , cr_tt_id
       , cr_ex_id
       , cr_from_qty
       , cr_to_qty
       , lead(cr_from_qty) OVER band AS next_from_qty
       , row_number() OVER band AS band_number
  FROM commission_rate
  WINDOW band AS (PARTITION BY cr_c_tier, cr_tt_id, cr_ex_id ORDER BY cr_from_qty)
)
SELECT cr_c_tier
     , cr_tt_id
     , cr_ex_id
FROM bands
WHERE (band_number = 1 AND cr_from_qty > 1)
   OR next_from_qty <> cr_to_qty + 1
   OR (next_from_qty IS NULL AND cr_to_qty < 999999)
UNION ALL
SELECT ch_c_tier
     , ch_tt_id
     , NULL
FROM charge
GROUP BY ch_c_tier, ch_tt_id
HAVING count(*) <> 1;
