-- check: I04
-- class: A
-- title: no lot and no summary has quantity zero
SELECT 'holding' AS source
     , h_t_id AS id
FROM holding
WHERE h_qty = 0
UNION ALL
SELECT 'holding_summary'
     , hs_ca_id
FROM holding_summary
WHERE hs_qty = 0;
