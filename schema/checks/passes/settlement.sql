-- Every settlement once. Its figures equal those of the completed trades.
WITH figures AS (
  SELECT sum(hash_numeric_extended(se_amt, se_t_id)) AS amounts
       , sum(hashint4extended((se_cash_due_date - date '2000-01-05') * 2
             + CASE se_cash_type WHEN 'Cash Account' THEN 1 WHEN 'Margin' THEN 0 END, se_t_id)) AS settlements
  FROM settlement
)
SELECT -amounts AS i14
     , -amounts AS i15
     , -amounts AS i16
     , -settlements AS i17
FROM figures;
