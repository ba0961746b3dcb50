-- check: I03
-- class: A
-- title: the summary of holdings equals the sum of the lots, and neither has a row too many
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
