-- check: I03
-- class: A
-- title: holding summary equals the sum of its lots, in both directions
WITH lots AS (
  SELECT h_ca_id
       , h_s_symb
       , sum(h_qty) AS quantity
  FROM holding
  GROUP BY h_ca_id, h_s_symb
)
SELECT coalesce(hs_ca_id, h_ca_id) AS account
     , coalesce(hs_s_symb, h_s_symb) AS symbol
     , hs_qty
     , quantity
FROM holding_summary
FULL JOIN lots ON h_ca_id = hs_ca_id AND h_s_symb = hs_s_symb
WHERE hs_qty IS DISTINCT FROM quantity;
