-- check: I26
-- class: L
-- title: trade ids are in the block of the customer's Load Unit and never one of the skipped ids
WITH numbered AS (
  SELECT t_id
       , t_id - 200000000000000 AS id_offset
       , ((t_ca_id - 1) / 10 - 4300000000) / 1000 AS unit
       , 58176::bigint * trade_days AS ids_per_unit
       , load_units
  FROM trade
  CROSS JOIN quartet_load
)
SELECT t_id
FROM numbered
WHERE id_offset NOT BETWEEN 1 AND ids_per_unit * load_units
   OR id_offset % 101 = 51
   OR (id_offset - 1) / ids_per_unit <> unit;
