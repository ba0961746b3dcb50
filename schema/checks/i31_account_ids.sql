-- check: I31
-- class: A
-- title: account ids sit in the owner's block of ten, filled from the low end
SELECT ca_id
     , ca_c_id
FROM customer_account
WHERE (ca_id - 1) / 10 + 1 <> ca_c_id
UNION ALL
SELECT max(ca_id)
     , ca_c_id
FROM customer_account
GROUP BY ca_c_id
HAVING max(ca_id) - (ca_c_id - 1) * 10 <> count(*);
